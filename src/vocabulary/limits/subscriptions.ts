/** Limits of who is subscribed to what. */
import { type Limit, limit, refused400, refusedBadRequest, valuesOf } from './limit.ts';

export const subscriptionLimits = {
  channelsPerRequestMax: limit(
    500,
    'streams that one request subscribes to',
    'each new stream is announced by a message, and the request waits for all of them',
    refused400,
  ),
  subscriptionsPerRequestMax: limit(
    250_000,
    'subscriptions that one request adds or removes: streams times users',
    '500 streams for 500 users, or one stream for everybody',
    refused400,
  ),
  subscriptionNoticesMax: limit(
    100,
    'people whom the Notification Bot tells that one request subscribed them',
    'each is sent a message, and the request waits for all of them',
    'nobody is told by a message; their clients show the streams all the same',
  ),
  subscribedPerRequest: limit(
    1_000,
    'subscriptions added or removed that count as one request more',
    'the read models absorb as many in some 40 milliseconds; others are served between each 2,000 of them',
    'the rate limit comes sooner; while the request is under way, all that it asks for count',
  ),
  channelsChangedPerRequest: limit(
    50,
    'streams that a request subscribes to, or unsubscribes from, and that count as one request more',
    'each is a log stream of its own: writing to so many takes 50 milliseconds',
    'the rate limit comes sooner; while the request is under way, all that it asks for count',
  ),
  leavesMax: limit(
    500,
    'times that a user may have left a stream, counting those between which something was said',
    'what they received is kept as ranges of messages, which listings look at',
    refusedBadRequest,
  ),
  leavesOfUserMax: limit(
    20_000,
    'the same of a user and the bots that they made, over all streams, who are to be subscribed to another one',
    'sixteen bytes of memory each',
    refusedBadRequest,
  ),
  leavesInAllMax: limit(4_000_000, 'the same of all users of an organization', 'the same', refusedBadRequest),
} as const satisfies Readonly<Record<string, Limit>>;

export const {
  channelsPerRequestMax,
  subscriptionsPerRequestMax,
  subscribedPerRequest,
  channelsChangedPerRequest,
  subscriptionNoticesMax,
  leavesMax,
  leavesOfUserMax,
  leavesInAllMax,
} = valuesOf(subscriptionLimits);
