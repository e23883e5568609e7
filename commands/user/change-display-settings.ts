/** PATCH /settings/display: changes the caller's display settings. The answer contains only the settings that changed. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { preferencesOf } from '../../src/state/preferences.ts';
import { DisplaySettings, displayOf, isTimezone } from '../../src/vocabulary/display-settings.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';
import { differing } from '../rules/differing.ts';
import { personChangesRefusal } from '../rules/person-changes.ts';

export const changeDisplaySettings = defineCommand({
  name: 'change-display-settings',
  input: z.object({
    userId: UserId,
    settings: DisplaySettings.partial(),
    timezone: z.string().max(50).optional(),
  }),
  refusals: ['timezone-unknown', 'permission-insufficient', 'person-changed-too-often'],
  stream: ({ userId }, realmId) => logStream.user(realmId, userId),
  decide(state, { userId, settings, timezone }, { realmId, actor }) {
    if (timezone !== undefined && !isTimezone(timezone)) return refuse({ code: 'timezone-unknown' });
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    const changed = differing(settings, displayOf(preferencesOf(state.preferences, userId)));
    const previousTimezone = state.people.byId.get(userId)?.timezone ?? '';
    const moves = timezone !== undefined && timezone !== previousTimezone;
    const events: DomainEvent[] =
      Object.keys(changed).length === 0
        ? []
        : [{ type: 'DisplaySettingsChanged', data: { userId, settings: changed } }];
    const ofPerson: DomainEvent[] = moves
      ? [{ type: 'TimezoneChanged', data: { userId, timezone, previousTimezone } }]
      : [];
    const tooOften = personChangesRefusal(state, userId, ofPerson, actor);
    if (tooOften) return refuse(tooOften);
    return accept(
      [
        { stream: logStream.user(realmId, userId), events },
        { stream: logStream.person(realmId, userId), events: ofPerson },
      ],
      { changed: { ...changed, ...(moves ? { timezone } : {}) } },
    );
  },
});
