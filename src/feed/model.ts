/**
 * The `feed` read model: every client event of the time in which its organization had a queue, with its scope, kept for the longest
 * that a queue may live, so that a queue goes on where it was after a restart, and nothing is recomputed from older state. Erasing a
 * message purges what carries its words.
 */
import type { ReadModel } from '../define/projection.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { MessageId } from '../vocabulary/ids.ts';
import { queueLifespanSecsMax } from '../vocabulary/limits.ts';
import type { ClientBody, ClientEvent, ClientEventType, Scope } from './client-event.ts';
import { eventIdAt } from './event-ids.ts';

export type FeedDocument = {
  readonly realmId: number;
  readonly eventId: number;
  readonly at: number;
  readonly type: ClientEventType;
  readonly scope: Scope;
  readonly body: ClientBody;
  readonly carries?: MessageId;
  readonly lists?: readonly MessageId[];
};

export const feedVersion = 2;
export const feedModel: ReadModel<FeedDocument> = {
  name: 'feed',
  indexes: {
    byRealm: ['realmId', 'eventId'],
    byMessage: ['realmId', 'carries'],
    byListed: ['realmId', 'lists'],
    byTime: ['at'],
  },
};

/** A day beyond the longest lifespan: a queue that has just not expired still finds everything. */
export const feedRetentionMs = (queueLifespanSecsMax + 24 * 60 * 60) * 1000;

export const feedId = (eventId: number): string => String(eventId);

export const feedDocument = (event: Recorded, clientEvent: ClientEvent, index: number): FeedDocument => ({
  realmId: event.realmId,
  eventId: eventIdAt(event.position, index),
  at: event.metadata.at,
  type: clientEvent.type,
  scope: clientEvent.scope,
  body: clientEvent.body,
  ...(clientEvent.carries === undefined ? {} : { carries: clientEvent.carries }),
  ...(clientEvent.lists === undefined ? {} : { lists: clientEvent.lists }),
});
