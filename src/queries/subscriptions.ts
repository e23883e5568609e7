/** A user's subscriptions: GET /users/me/subscriptions, and the three lists of a registration. */
import type { ChannelDocument } from '../../projections/channels.ts';
import type { PreferencesDocument } from '../../projections/preferences.ts';
import type { RealmDocument } from '../../projections/realms.ts';
import type { UserDocument } from '../../projections/users.ts';
import { mapSomeAtOnce } from '../define/breaks.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import { type SubscriptionProperties, subscriptionDefaults } from '../vocabulary/settings.ts';
import { neverSubscribedObject, type SubscriptionObject, subscriptionObject } from '../wire/subscription.ts';
import { openChannels, seesUnsubscribed } from './channels.ts';
import { membershipsOf } from './memberships.ts';
import { preferencesOf } from './preferences.ts';
import { firstMessageId } from './stream-ends.ts';
import { subscribersWithin } from './subscribers.ts';
import type { Traffic } from './weekly-traffic.ts';

export type SubscriptionsAsked = {
  readonly view: ReadView;
  readonly realmId: RealmId;
  readonly realm: RealmDocument;
  readonly user: UserDocument;
  readonly includeSubscribers: boolean;
  readonly now: Millis;
  readonly traffic: Traffic;
};

/** How the settings of a subscription are shown to the client. */
type Shown = (properties: SubscriptionProperties) => SubscriptionProperties;

const asTheyAre: Shown = (properties) => properties;

type Subscribers = ReadonlyMap<number, readonly number[]>;

type Relation = 'subscribed' | 'unsubscribed' | 'never';

/** The streams that the user is subscribed to, ordered by name. */
export async function subscriptionsOf(asked: SubscriptionsAsked): Promise<SubscriptionObject[]> {
  const { channels, relationTo, preferences } = await readRelations(asked);
  const subscribed = channels.filter((channel) => relationTo(channel) === 'subscribed');
  const subscribers = await subscribersShown(asked, subscribed);
  return mapSomeAtOnce(subscribed, (channel) => describe(asked, channel, preferences, subscribers));
}

/**
 * Every stream that the user may know of now, in three lists ordered by name: subscribed, formerly subscribed, never subscribed. A user who
 * left a private stream may no longer know of it, unless they are a human administrator. Guests know only the streams to which they are
 * subscribed. Events follow the same rule (`src/state/channel-knowledge.ts`).
 */
export async function allSubscriptions(asked: SubscriptionsAsked, shown: Shown = asTheyAre) {
  const { channels, relationTo, preferences } = await readRelations(asked);
  const channelsThat = (relation: Relation) =>
    channels.filter(
      (channel) =>
        relationTo(channel) === relation && (relation === 'subscribed' || seesUnsubscribed(asked.user, channel)),
    );
  const [subscribed, unsubscribed, never] = (['subscribed', 'unsubscribed', 'never'] as const).map(channelsThat) as [
    ChannelDocument[],
    ChannelDocument[],
    ChannelDocument[],
  ];
  const subscribers = await subscribersShown(asked, [...subscribed, ...unsubscribed, ...never]);
  const describeAll = (those: readonly ChannelDocument[]) =>
    mapSomeAtOnce(those, (channel) => describe(asked, channel, preferences, subscribers, shown));
  return {
    subscribed: await describeAll(subscribed),
    unsubscribed: await describeAll(unsubscribed),
    neverSubscribed: await mapSomeAtOnce(never, async (channel) =>
      neverSubscribedObject(
        channel,
        asked.realm.emailDomain,
        await activityOf(asked, channel),
        subscribers.get(channel.channelId),
      ),
    ),
  };
}

async function readRelations({ view, realmId, user }: SubscriptionsAsked) {
  const [channels, known, preferences] = await Promise.all([
    openChannels(view, realmId),
    membershipsOf(view, { realmId, userId: user.userId }),
    preferencesOf(view, realmId, user.userId),
  ]);
  const active = new Map(known.map((membership) => [membership.channelId, membership.active]));
  const relationTo = ({ channelId }: ChannelDocument): Relation => {
    const isActive = active.get(channelId);
    if (isActive === undefined) return 'never';
    return isActive ? 'subscribed' : 'unsubscribed';
  };
  return { channels, relationTo, preferences };
}

async function describe(
  asked: SubscriptionsAsked,
  channel: ChannelDocument,
  preferences: PreferencesDocument,
  subscribers: Subscribers,
  shown: Shown = asTheyAre,
): Promise<SubscriptionObject> {
  const [defaults, own] = [subscriptionDefaults(channel.channelId), preferences.subscriptions[channel.channelId]];
  const properties = shown(own ? { ...defaults, ...own } : defaults);
  const activity = await activityOf(asked, channel);
  return subscriptionObject(channel, properties, asked.realm.emailDomain, activity, subscribers.get(channel.channelId));
}

const activityOf = async ({ view, traffic, now }: SubscriptionsAsked, channel: ChannelDocument) => ({
  firstMessageId: await firstMessageId(view, channel),
  weeklyTraffic: await traffic(view, channel, now),
});

/** A user who may know of a stream may know its subscribers. If the lists are too long together, those of the last streams are left out. */
const subscribersShown = async (
  { view, realmId, includeSubscribers }: SubscriptionsAsked,
  channels: readonly ChannelDocument[],
): Promise<Subscribers> =>
  includeSubscribers
    ? subscribersWithin(
        view,
        realmId,
        channels.map(({ channelId }) => channelId),
      )
    : new Map();
