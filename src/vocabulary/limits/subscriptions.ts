import { countsAsSeveral, type Limit, limit, refused400 } from './limit.ts';

const charged = `${countsAsSeveral}; while it is under way, all that it asks for count`;
const refusedAgain = '400 `BAD_REQUEST` for the next subscription';
const sixteenBytes = 'each takes sixteen bytes of memory';

export const subscriptionLimits = {
  channelsPerRequestMax: limit(
    500,
    'streams that one request subscribes to',
    'each new stream is announced by a message, and the request waits for all announcements',
    refused400,
  ),
  subscriptionsPerRequestMax: limit(
    250_000,
    'subscriptions that one request adds or removes: streams times users',
    'enough for 500 streams and 500 users, or for one stream and everybody',
    refused400,
  ),
  subscriptionNoticesMax: limit(
    100,
    'people to whom the Notification Bot reports that one request subscribed them',
    'each gets a message, and the request waits for all of them',
    'nobody gets a message; clients show the new streams all the same',
  ),
  subscribedPerRequest: limit(
    1_000,
    'added or removed subscriptions that together count as one more request',
    'the read models apply this many in some 40 milliseconds; other requests are served after each 2,000',
    charged,
  ),
  channelsChangedPerRequest: limit(
    50,
    'streams that a request subscribes to, or unsubscribes from, and that together count as one more request',
    'each stream has its own log stream; writing to this many takes 50 milliseconds',
    charged,
  ),
  departuresMax: limit(
    500,
    'ended subscriptions with at least one received message, of a user to one stream',
    'the messages that the user received are kept as one range for each, and listings read all ranges',
    refusedAgain,
  ),
  departuresOfUserMax: limit(
    20_000,
    'ended subscriptions with at least one received message, of a user and the bots that they made, over all streams',
    sixteenBytes,
    refusedAgain,
  ),
  departuresInAllMax: limit(
    4_000_000,
    'ended subscriptions with at least one received message, of all users of an organization',
    sixteenBytes,
    refusedAgain,
  ),
} as const satisfies Readonly<Record<string, Limit>>;
