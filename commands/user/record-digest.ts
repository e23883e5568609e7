/** Records that a user is about to get an e-mail about missed messages. The process that records it is the only one that sends it. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { preferencesOf } from '../../src/state/preferences.ts';
import { MessageId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { notificationsOf } from '../../src/vocabulary/settings.ts';
import { defineCommand } from '../define-command.ts';

export const recordDigest = defineCommand({
  name: 'record-digest',
  input: z.object({ userId: UserId, after: z.int(), upTo: MessageId }),
  refusals: [],
  stream: ({ userId }, realmId) => logStream.user(realmId, userId),
  decide({ directory, preferences }, { userId, after, upTo }, { realmId }) {
    const own = preferencesOf(preferences, userId);
    const isWanted =
      directory.accounts.get(userId)?.active === true && notificationsOf(own).enable_offline_email_notifications;
    if (!isWanted || (own.emailed?.upTo ?? 0) !== after) return accept([], { isToBeSent: false });
    return acceptEvent(
      logStream.user(realmId, userId),
      { type: 'MissedMessagesEmailed', data: { userId, upTo } },
      { isToBeSent: true },
    );
  },
});
