/** Messages that are to be sent later: their authors and times. Their texts are in their log streams. */
import type { Aggregate, StatePart } from '../define/handlers.ts';
import { idOfLeaf } from '../vocabulary/events/id-of-leaf.ts';
import type { DataOf, Recorded } from '../vocabulary/events/index.ts';
import type { EventId, Millis, ScheduledMessageId, UserId } from '../vocabulary/ids.ts';
import { logStream } from '../vocabulary/log-streams.ts';

type ScheduledMessage = {
  readonly scheduledId: ScheduledMessageId;
  readonly senderId: UserId;
  readonly deliverAt: Millis;
};

export type Scheduled = {
  byId: Map<ScheduledMessageId, ScheduledMessage>;
  idMax: number;
};

export const scheduledState: StatePart<Scheduled> = {
  initial: () => ({ byId: new Map(), idMax: 0 }),
  on: {
    MessageScheduled({ data: { scheduledId, senderId, deliverAt } }, scheduled) {
      scheduled.byId.set(scheduledId, { scheduledId, senderId, deliverAt });
      scheduled.idMax = Math.max(scheduled.idMax, scheduledId);
    },
    ScheduledMessageEnded({ data: { scheduledId } }, scheduled) {
      scheduled.byId.delete(scheduledId);
      scheduled.idMax = Math.max(scheduled.idMax, scheduledId);
    },
  },
};

type Sending = Pick<DataOf<'ScheduledMessageClaimed'>, 'messageId' | 'eventId' | 'obstacle'>;

/** `claimed`: the message has ids. `appended`: the message with these ids is in the log. `taken`: the ids were given to another message. */
type ScheduledHistory = {
  readonly scheduled: Recorded<'MessageScheduled'> | undefined;
  readonly claim: (Sending & { readonly status: 'claimed' | 'appended' | 'taken' }) | undefined;
  readonly hasEnded: boolean;
  /** The events of its own log stream. */
  readonly events: readonly Recorded[];
};

/** Folded from the log stream of a scheduled message, and then from that of the message that it became. */
export const scheduledHistory: Aggregate<ScheduledHistory> = {
  initial: () => ({ scheduled: undefined, claim: undefined, hasEnded: false, events: [] }),
  leadsTo: ({ claim }, realmId) => claim && logStream.message(realmId, claim.messageId),
  on: {
    MessageScheduled: (event, own) => ({ ...own, scheduled: event, events: [...own.events, event] }),
    ScheduledMessageClaimed: (event, own) => ({
      ...own,
      claim: { status: 'claimed', ...sendingOf(event) },
      events: [...own.events, event],
    }),
    ScheduledMessageEnded: (_event, own) => ({ ...own, hasEnded: true }),
    MessageSent: ({ id }, own) => found(own, [id]),
    // This event is all that is left of a message that was sent and deleted.
    MessageDeleted: ({ data }, own) => found(own, data.leaves.map(idOfLeaf)),
  },
};

const sendingOf = ({ data: { scheduledId: _, ...sending } }: Recorded<'ScheduledMessageClaimed'>): Sending => sending;

/** An earlier claim may have won: another process appended the message before it knew of the newest claim of the same id. */
function found(own: ScheduledHistory, ids: readonly EventId[]): ScheduledHistory {
  const { claim, events } = own;
  if (claim?.status !== 'claimed') return own;
  const claimed = events.flatMap((event) => (event.type === 'ScheduledMessageClaimed' ? [sendingOf(event)] : []));
  const won = claimed.find(({ messageId, eventId }) => messageId === claim.messageId && ids.includes(eventId));
  return { ...own, claim: won ? { ...won, status: 'appended' } : { ...claim, status: 'taken' } };
}

/** What the log contains about a request with an idempotency key that schedules a message. */
type SchedulingClaim =
  | { readonly status: 'unclaimed' }
  | { readonly status: 'other'; readonly claim: { readonly at: Millis } }
  | {
      readonly status: 'claimed' | 'done' | 'taken';
      readonly claim: DataOf<'SchedulingClaimed'> & { readonly at: Millis };
    };

/** Folded from the log stream of the claim, and then from that of the scheduled message that it names. */
export const schedulingClaim: Aggregate<SchedulingClaim> = {
  endsSuffice: true,
  initial: () => ({ status: 'unclaimed' }),
  leadsTo: (own, realmId) =>
    'claim' in own && 'scheduledId' in own.claim ? logStream.scheduled(realmId, own.claim.scheduledId) : undefined,
  on: {
    SchedulingClaimed: ({ data, metadata }) => ({ status: 'claimed', claim: { ...data, at: metadata.at } }),
    RequestClaimed: ({ metadata }) => ({ status: 'other', claim: { at: metadata.at } }),
    MessageScheduled: ({ id }, own) => claimFound(own, [id]),
    ScheduledMessageEnded: ({ data }, own) => claimFound(own, data.leaves.map(idOfLeaf)),
  },
};

const claimFound = (own: SchedulingClaim, ids: readonly EventId[]): SchedulingClaim =>
  own.status === 'claimed' ? { ...own, status: ids.includes(own.claim.eventId) ? 'done' : 'taken' } : own;
