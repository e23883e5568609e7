/** What the log contains about a request with an idempotency key: the message that it sends, and whether that message was sent. */
import type { Aggregate } from '../define/handlers.ts';
import { idOfLeaf } from '../vocabulary/events/id-of-leaf.ts';
import type { EventId, MessageId, Millis } from '../vocabulary/ids.ts';
import { logStream } from '../vocabulary/log-streams.ts';

type Claim = {
  readonly fingerprint: string;
  readonly messageId: MessageId;
  readonly eventId: EventId;
  readonly at: Millis;
};

/** The key was used for a request of another kind. */
type OtherClaim = { readonly status: 'other'; readonly claim: Pick<Claim, 'at'> };

/** `taken`: another process gave the id of the claim to another message. */
type RequestClaim =
  | { readonly status: 'unclaimed' }
  | OtherClaim
  | { readonly status: 'claimed' | 'sent' | 'taken'; readonly claim: Claim };

/** Folded from the log stream of the claim, and then from that of the message that it names. */
export const requestClaim: Aggregate<RequestClaim> = {
  endsSuffice: true,
  initial: () => ({ status: 'unclaimed' }),
  leadsTo: (own, realmId) =>
    own.status === 'unclaimed' || own.status === 'other' ? undefined : logStream.message(realmId, own.claim.messageId),
  on: {
    RequestClaimed: ({ data, metadata }) => ({ status: 'claimed', claim: { ...data, at: metadata.at } }),
    SchedulingClaimed: ({ metadata }) => ({ status: 'other', claim: { at: metadata.at } }),
    MessageSent: ({ id }, own) => found(own, [id]),
    // This event is all that is left of a message that was sent and deleted.
    MessageDeleted: ({ data }, own) => found(own, data.leaves.map(idOfLeaf)),
  },
};

const found = (own: RequestClaim, ids: readonly EventId[]): RequestClaim =>
  own.status === 'claimed' ? { ...own, status: ids.includes(own.claim.eventId) ? 'sent' : 'taken' } : own;
