/**
 * POST /users/me/presence: records that one of the caller's clients is active, or open but idle. Clients send this every minute. It is
 * recorded if it changes what others see, and otherwise at most once in `presenceKeptSecs`.
 */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { preferencesOf } from '../../src/state/preferences.ts';
import { type ClientPresence, presenceStatuses } from '../../src/vocabulary/events/ephemeral.ts';
import { type Millis, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { notificationsOf } from '../../src/vocabulary/settings.ts';
import { defineCommand } from '../define-command.ts';
import { accountOf, actsFor } from '../rules/acting.ts';

export const recordPresence = defineCommand({
  name: 'record-presence',
  input: z.object({ userId: UserId, status: z.enum(presenceStatuses) }),
  refusals: ['permission-insufficient', 'bot-requests-refused'],
  stream: ({ userId }, realmId) => logStream.presence(realmId, userId),
  decide(state, { userId, status }, { realmId, actor, client, now }) {
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    if (accountOf(state, userId)?.bot != null) return refuse({ code: 'bot-requests-refused' });
    const known = state.presence.get(userId) ?? [];
    const isHidden = !notificationsOf(preferencesOf(state.preferences, userId)).presence_enabled;
    const others = isHidden ? undefined : otherClientsToRecord(known, { client, status, at: now });
    if (!others) return accept([], {});
    const clients = [...others, { client, status, at: now }];
    return acceptEvent(logStream.presence(realmId, userId), { type: 'PresenceTold', data: { userId, clients } });
  },
});

/**
 * The user's other clients, which the event names as well. Undefined if the report is not recorded. An active client becomes idle only after
 * `presenceKeptSecs`, because of two open windows one is always idle.
 */
function otherClientsToRecord(known: readonly ClientPresence[], report: ClientPresence): ClientPresence[] | undefined {
  const isRecent = ({ at }: { at: Millis }): boolean => report.at - at < limits.presenceKeptSecs * 1000;
  const before = known.find(({ client }) => client === report.client);
  const isBack = before?.status === 'idle' && report.status === 'active';
  if (before && isRecent(before) && !isBack) return undefined;
  const others = known.filter((one) => one !== before);
  const [oldest, ...rest] = others;
  if (!oldest || others.length < limits.presenceClientsMax) return others;
  return isRecent(oldest) ? undefined : rest;
}
