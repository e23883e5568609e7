/**
 * When somebody mentions an outgoing-webhook bot in a stream, or writes to it privately, its server is called (api-facts §13).
 * Only people trigger: a bot that did could be answered by another for ever. `src/webhooks/outgoing.ts` performs it.
 */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';
import { outgoingWebhookBot } from '../vocabulary/roles.ts';

export const outgoingWebhooks: Policy<RealmState> = {
  name: 'outgoing-webhooks',
  on: {
    /** The bots' ids. A mention reaches a bot that is not subscribed; in private only who takes part is reached. */
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
