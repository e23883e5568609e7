/**
 * Puts on record that what is said of a person will be erased: name, address, profile, and what they said of themselves. A custodian of a
 * legal hold keeps all of it, and so does somebody who is active again.
 */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { isActive } from '../../src/state/directory.ts';
import { holdsOnPerson } from '../../src/state/holds.ts';
import { ErasureId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const beginErasingPerson = defineCommand({
  name: 'begin-erasing-person',
  summary: 'Begin to erase what is said of a person',
  input: z.object({ erasureId: ErasureId, userId: UserId }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide({ directory, erasures, holds }, { erasureId, userId }, { realmId }) {
    if (erasures.byId.get(erasureId)?.ofPerson) return accept([], { held: false });
    if (isActive(directory, userId) || holdsOnPerson(holds, userId).length > 0) return accept([], { held: true });
    const data = { erasureId, messageIds: [], events: 0, bytes: 0, userId };
    return accept([{ stream: logStream.audit(realmId), events: [{ type: 'ContentErased', data } as const] }], {
      held: false,
    });
  },
});
