/**
 * The `feed` read model: the client events of organizations that have event queues, each with its scope. They are kept for the longest
 * lifespan of a queue. So a queue continues after a restart, and no client event is made twice. Erasing a message removes the client events
 * with its content.
 */
import type { ReadModel } from '../define/projection.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { MessageId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import type { Carried, ClientBody, ClientEvent, ClientEventType, Scope } from './client-event.ts';

export type FeedDocument = {
  readonly realmId: number;
  readonly eventId: number;
  readonly at: number;
  readonly type: ClientEventType;
  readonly scope: Scope;
  readonly body: ClientBody;
  readonly carries?: Carried | readonly Carried[];
  readonly lists?: readonly MessageId[];
};

export const feedVersion = 14;
export const feedModel: ReadModel<FeedDocument> = {
  name: 'feed',
  indexes: {
    byRealm: ['realmId', 'eventId'],
    byMessage: ['realmId', 'carries'],
    byListed: ['realmId', 'lists'],
    byTime: ['at'],
  },
};

/** One day more than the longest lifespan, so that a queue that is about to expire still finds everything. */
export const feedRetentionMs = (limits.queueLifespanSecsMax + 24 * 60 * 60) * 1000;

export const feedId = (eventId: number): string => String(eventId);

/**
 * The newest of an organization's client events that were removed because of their age. A queue whose client is further behind is not
 * complete any more. The document has no field of an index, so that it is in no list of client events.
 */
export type FeedGap = { readonly gapTo: number };
export const feedGaps: ReadModel<FeedGap> = { name: feedModel.name, indexes: {} };
export const feedGapId = (realmId: number): string => `gap.${realmId}`;

/** Typing events are kept only in memory, because a client that returns later does not need them. */
export const isKept = ({ type }: Pick<ClientEvent, 'type'>): boolean => type !== 'typing';

export const feedDocument = (event: Recorded, clientEvent: ClientEvent, eventId: number): FeedDocument => ({
  realmId: event.realmId,
  eventId,
  at: event.metadata.at,
  type: clientEvent.type,
  scope: clientEvent.scope,
  body: clientEvent.body,
  ...(clientEvent.carries === undefined ? {} : { carries: clientEvent.carries }),
  ...(clientEvent.lists === undefined ? {} : { lists: clientEvent.lists }),
});
