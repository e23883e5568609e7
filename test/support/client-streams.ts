/** How a client of the tests takes events about streams and subscriptions. */
import { type Applies, changed, ids, type Row, rows, type Self, without } from './client-state.ts';

const knownStreams = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'];
const withSubscribers = ['subscriptions', 'unsubscribed', 'never_subscribed'];
/** What a stream object has; what a subscription has besides is not kept among the streams. */
const streamFields = [
  'stream_id',
  'name',
  'description',
  'rendered_description',
  'invite_only',
  'is_web_public',
  'stream_post_policy',
  'history_public_to_subscribers',
  'first_message_id',
  'message_retention_days',
  'is_announcement_only',
];
const streamOnly = (row: Row): Row =>
  Object.fromEntries(streamFields.filter((field) => field in row).map((field) => [field, row[field]]));

/** As the client asked for it: with its subscribers or without; one that came without any has none yet. */
function forSelf({ subscribers = [], ...row }: Row, { includeSubscribers }: Self): Row {
  return includeSubscribers ? { ...row, subscribers } : row;
}

export const stream: Applies = (state, event, self) => {
  const streams = (event.streams ?? []) as Row[];
  switch (event.op) {
    case 'create': {
      const known = ids(rows(state, 'streams') ?? [], 'stream_id');
      const fresh = streams.filter((row) => !known.has(row.stream_id));
      // A stream that comes with a colour was subscribed to once.
      const once = fresh.filter((row) => 'color' in row).map((row) => forSelf(row, self));
      const never = fresh.filter((row) => !('color' in row)).map((row) => forSelf(row, self));
      return {
        ...changed(state, ['streams'], (list) => [...list, ...fresh.map(streamOnly)]),
        ...changed(state, ['unsubscribed'], (list) => [...list, ...once]),
        ...changed(state, ['never_subscribed'], (list) => [...list, ...never]),
      };
    }
    case 'delete':
      return changed(state, knownStreams, (list) => without(list, ids(streams, 'stream_id'), 'stream_id'));
    case 'update':
      return changed(state, knownStreams, (list) =>
        list.map((row) => {
          const property = String(event.property);
          return row.stream_id === event.stream_id && property in row ? { ...row, [property]: event.value } : row;
        }),
      );
    // Whether anybody is subscribed changes nothing about what there is.
    default:
      return {};
  }
};

export const subscription: Applies = (state, event, self) => {
  switch (event.op) {
    case 'add': {
      const added = (event.subscriptions as Row[]).map((row) => forSelf(row, self));
      const streamIds = ids(added, 'stream_id');
      return {
        ...changed(state, withSubscribers, (list) => without(list, streamIds, 'stream_id')),
        ...changed(state, ['subscriptions'], (list) => [...without(list, streamIds, 'stream_id'), ...added]),
      };
    }
    case 'remove': {
      const streamIds = ids(event.subscriptions, 'stream_id');
      const gone = (rows(state, 'subscriptions') ?? []).filter((row) => streamIds.has(row.stream_id));
      return {
        ...changed(state, ['subscriptions'], (list) => without(list, streamIds, 'stream_id')),
        ...changed(state, ['unsubscribed'], (list) => [...list, ...gone.map((row) => peer(row, self.userId, false))]),
      };
    }
    case 'update': {
      const { property, value } = event as { property: string; value: unknown };
      const change = property === 'in_home_view' ? { in_home_view: value, is_muted: !value } : { [property]: value };
      return changed(state, ['subscriptions', 'unsubscribed'], (list) =>
        list.map((row) => (row.stream_id === event.stream_id ? { ...row, ...change } : row)),
      );
    }
    case 'peer_add':
    case 'peer_remove':
      return changed(state, withSubscribers, (list) =>
        list.map((row) =>
          row.stream_id === event.stream_id ? peer(row, Number(event.user_id), event.op === 'peer_add') : row,
        ),
      );
    default:
      return {};
  }
};

/** Somebody comes to a stream or goes. Real clients fall over somebody who comes twice, and over somebody who goes unknown. */
function peer(row: Row, userId: number, comes: boolean): Row {
  const { subscribers } = row as { subscribers?: readonly number[] };
  if (subscribers === undefined) return row;
  if (subscribers.includes(userId) === comes)
    throw new Error(`user ${userId} ${comes ? 'comes to' : 'leaves'} stream ${row.stream_id} a second time`);
  return { ...row, subscribers: comes ? [...subscribers, userId] : subscribers.filter((id) => id !== userId) };
}
