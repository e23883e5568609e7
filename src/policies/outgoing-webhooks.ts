/**
 * Calls the server of an outgoing-webhook bot when a user mentions the bot in a stream, or sends it a private message. Messages of bots
 * call no server, because two bots could answer each other for ever. `src/webhooks/outgoing.ts` makes the calls.
 */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';
import { limits } from '../vocabulary/limits.ts';
import { outgoingWebhookBot } from '../vocabulary/roles.ts';

export const outgoingWebhooks: Policy<RealmState> = {
  name: 'outgoing-webhooks',
  backlogMax: limits.outgoingCallsMax,
  on: {
    /** The subjects are the ids of the bots. A mention in a stream also calls a bot that is not subscribed. */
    MessageSent({ data: { senderId, place, text } }, { directory }) {
      const sender = directory.accounts.get(senderId);
      if (!sender || sender.bot) return [];
      const addressed = place.kind === 'private' ? place.userIds : text.mentioned;
      return addressed
        .filter((userId) => {
          const account = directory.accounts.get(userId);
          return account?.active === true && account.bot?.type === outgoingWebhookBot;
        })
        .map(String);
    },
  },
};
