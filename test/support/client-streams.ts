/** How the client model applies events about streams and subscriptions. */
import { type Applies, changed, ids, type Row, rows, type Self, without } from './client-state.ts';

const knownStreams = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'];
const withSubscribers = ['subscriptions', 'unsubscribed', 'never_subscribed'];
/** The fields of a stream. Other fields of a subscription are not kept in the lists of streams. */
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

/** With or without subscribers, as the client requested. An event without subscribers means an empty list. */
function forSelf({ subscribers = [], ...row }: Row, { includeSubscribers }: Self): Row {
  return includeSubscribers ? { ...row, subscribers } : row;
}

export const stream: Applies = (state, event, self) => {
  const streams = (event.streams ?? []) as Row[];
  switch (event.op) {
    case 'create': {
      const known = ids(rows(state, 'streams') ?? [], 'stream_id');
      const fresh = streams.filter((row) => !known.has(row.stream_id));
      // A stream with a colour is a former subscription.
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
          if (row.stream_id !== event.stream_id || !(property in row)) return row;
          const { rendered_description = row.rendered_description, history_public_to_subscribers: open } = event;
          const history_public_to_subscribers = open ?? row.history_public_to_subscribers;
          return { ...row, rendered_description, history_public_to_subscribers, [property]: event.value };
        }),
      );
    // The state does not depend on whether a stream has subscribers.
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

/** Adds or removes a subscriber. Throws for a second add or an unknown remove, because real clients fail on these. */
function peer(row: Row, userId: number, comes: boolean): Row {
  const { subscribers } = row as { subscribers?: readonly number[] };
  if (subscribers === undefined) return row;
  if (subscribers.includes(userId) === comes)
    throw new Error(`user ${userId} ${comes ? 'comes to' : 'leaves'} stream ${row.stream_id} a second time`);
  return { ...row, subscribers: comes ? [...subscribers, userId] : subscribers.filter((id) => id !== userId) };
}
