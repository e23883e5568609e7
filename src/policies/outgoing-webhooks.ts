/**
 * Calls the server of an outgoing-webhook bot when a user mentions the bot in a stream, or sends it a private message.
 * `src/webhooks/outgoing.ts` makes the calls.
 */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';
import { botsToCall } from '../state/received.ts';
import { limits } from '../vocabulary/limits.ts';

export const outgoingWebhooks: Policy<RealmState> = {
  name: 'outgoing-webhooks',
  backlogMax: limits.outgoingCallsMax,
  on: {
    /** The subjects are the ids of the bots. */
    MessageSent: ({ data: { senderId, place, text } }, state) =>
      botsToCall(state, { senderId, place, mentioned: text.mentioned }).map(String),
  },
};
