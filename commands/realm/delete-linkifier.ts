/** DELETE /realm/filters/{filter_id}. Earlier messages keep their links. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { idNamed, LinkifierId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';

export const deleteLinkifier = defineCommand({
  name: 'delete-linkifier',
  input: z.object({ linkifierId: idNamed(LinkifierId) }),
  refusals: ['administrator-required', 'linkifier-missing'],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, { linkifierId }, { realmId, actor }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const linkifier = state.realm.linkifiers.find(({ id }) => id === linkifierId);
    if (!linkifier) return refuse({ code: 'linkifier-missing' });
    const data = { linkifierId, pattern: linkifier.pattern };
    return acceptEvent(logStream.realm(realmId), { type: 'LinkifierDeleted', data });
  },
});
