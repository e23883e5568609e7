/** The events and the answer for subscribing users to streams, some of which may not exist yet. */
import { type Actor, type Append, accept, type IdGenerator, refuse } from '../../src/define/command.ts';
import { channelNamed } from '../../src/state/channels.ts';
import { isSubscribed } from '../../src/state/memberships.ts';
import { preferencesOf, subscriptionOf } from '../../src/state/preferences.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { shownPerson } from '../../src/state/shown-people.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { ChannelId, Millis, RealmId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { mayEnter, moreChannelsRefusal } from '../rules/channels.ts';
import { departuresRefusal } from '../rules/departures.ts';
import { obstacleTo } from '../rules/member-policies.ts';
import { propertiesChanged } from '../rules/properties-changed.ts';
import { type ChannelSettings, channelCreated, namedAtCreation } from './channel-created.ts';
import type { RenderedDescriptions, SubscriptionEntry } from './entries.ts';
import { type Joining, subscribersAdded } from './subscribers-added.ts';

/** Lists of stream names by the subscriber's e-mail address. */
type NamesByAddress = Readonly<Record<string, readonly string[]>>;

export type Subscribed = {
  readonly subscribed: NamesByAddress;
  readonly alreadySubscribed: NamesByAddress;
  readonly unauthorized: readonly string[];
  /** How many subscriptions are new, counted for each stream and user. */
  readonly count: number;
  /** Whether the Notification Bot posts a notice. */
  readonly noticesFollow: boolean;
};

type SubscribeRequest = {
  /** Normalized, and permitted by `entryRefusal`. */
  readonly entries: readonly SubscriptionEntry[];
  readonly userIds: readonly UserId[];
  readonly authorizationErrorsFatal?: boolean | undefined;
  readonly announce?: boolean | undefined;
  readonly settings?: ChannelSettings | undefined;
};

type JoinContext = {
  readonly realmId: RealmId;
  readonly actor: Actor;
  readonly now: Millis;
  readonly generate: Pick<IdGenerator, 'channelId'>;
  readonly prepared: RenderedDescriptions;
};

/** One stream of the request, and the users who are not subscribed to it yet. */
type Target = Joining & {
  readonly entry: SubscriptionEntry;
  readonly name: string;
  readonly alreadyIn: readonly UserId[];
};

export function joinChannels(
  state: RealmState,
  { entries, userIds, authorizationErrorsFatal = true, announce = false, settings = {} }: SubscribeRequest,
  { realmId, actor, now, generate, prepared }: JoinContext,
) {
  const found = entries.map((entry) => ({ entry, channel: channelNamed(state.channels, entry.name) }));
  const open = found.filter(({ channel }) => !channel || mayEnter(state, actor, channel));
  const unauthorized = found.filter((one) => !open.includes(one)).map(({ entry }) => entry.name);
  if (unauthorized.length > 0 && authorizationErrorsFatal)
    return refuse({ code: 'channel-inaccessible', names: unauthorized });

  const isCreating = found.some(({ channel }) => !channel);
  if (isCreating && obstacleTo(state, actor, 'create_stream_policy', now))
    return refuse({ code: 'channel-create-not-permitted' });

  const targets = open.map(({ entry, channel }): Target => {
    const channelId = channel?.channelId ?? generate.channelId();
    const isIn = (userId: UserId): boolean => isSubscribed(state.memberships, channelId, userId);
    return {
      entry,
      channelId,
      name: channel?.name ?? entry.name,
      isNew: !channel,
      joining: userIds.filter((userId) => !isIn(userId)),
      alreadyIn: userIds.filter(isIn),
    };
  });
  const tooOften = departuresRefusal(state, targets);
  if (tooOften) return refuse(tooOften);
  const created = targets.filter(({ isNew }) => isNew);
  const named = namedAtCreation(created.length);
  const creations = created.map(({ entry, channelId, joining }) =>
    channelCreated({ ...entry, channelId, creatorId: actor, subscribers: joining.slice(0, named) }, settings, prepared),
  );
  const tooMuch = moreChannelsRefusal(
    state,
    creations.map(({ data }) => data),
    actor,
  );
  if (tooMuch) return refuse(tooMuch);
  const announcement: DomainEvent[] =
    announce && created.length > 0
      ? [{ type: 'AnnouncementRequested', data: { channelIds: created.map(({ channelId }) => channelId) } }]
      : [];
  const isNotified = (userId: UserId): boolean =>
    actor !== null && userId !== actor && state.directory.accounts.get(userId)?.bot === null;
  const additions = subscribersAdded(afterCreation(targets, named), isNotified);
  const noticesFollow = created.length > 0 || additions.some(({ events }) => events.some(({ data }) => data.notify));
  /** Streams that other users closed in the meantime are listed as unauthorized, like streams that were closed before. */
  const resultWithout = (leftOut: readonly DomainEvent[]): Subscribed => {
    const done = withoutLeftOut(targets, leftOut);
    const closed = done.filter(({ joining }, at) => joining.length !== targets[at]?.joining.length);
    return {
      subscribed: namesByAddress(state, done, ({ joining }) => joining),
      alreadySubscribed: namesByAddress(state, done, ({ alreadyIn }) => alreadyIn),
      unauthorized: [...unauthorized, ...closed.map(({ name }) => name)],
      count: done.reduce((sum, { joining }) => sum + joining.length, 0),
      noticesFollow,
    };
  };
  return accept(
    [
      { stream: logStream.channels(realmId), events: [...creations, ...announcement] },
      ...additions.map(
        ({ channelId, events, isNew }): Append => ({
          stream: logStream.channel(realmId, channelId),
          events,
          still: () => isStillOpen(state, actor, channelId, isNew && settings.inviteOnly === true),
        }),
      ),
      ...(actor === null
        ? []
        : [{ stream: logStream.user(realmId, actor), events: colorsChanged(state, actor, targets) }]),
    ],
    resultWithout([]),
    resultWithout,
  );
}

/** The targets, each with only the users who were actually added. */
function withoutLeftOut(targets: readonly Target[], leftOut: readonly DomainEvent[]): readonly Target[] {
  const out = new Map<ChannelId, Set<UserId>>();
  for (const { type, data } of leftOut) {
    if (type !== 'SubscribersAdded') continue;
    const missing = out.get(data.channelId) ?? new Set();
    out.set(data.channelId, missing);
    for (const userId of data.userIds) missing.add(userId);
  }
  return targets.map((target) => {
    const missing = out.get(target.channelId);
    return missing ? { ...target, joining: target.joining.filter((userId) => !missing.has(userId)) } : target;
  });
}

/** Whether the actor may still subscribe users to the stream. `isOwn`: the same request creates it as a private stream. */
function isStillOpen(state: RealmState, actor: Actor, channelId: ChannelId, isOwn: boolean): boolean {
  const channel = state.channels.byId.get(channelId);
  // The event that creates the stream may not be folded yet.
  if (!channel) return true;
  return !channel.archived && (isOwn || mayEnter(state, actor, channel));
}

/**
 * The users whom `ChannelCreated` does not name. New streams come first, because the events of existing streams contain the notices, which
 * are sent after everything else.
 */
const afterCreation = (targets: readonly Target[], named: number): Joining[] => [
  ...targets.filter(({ isNew }) => isNew).map((one) => ({ ...one, joining: one.joining.slice(named) })),
  ...targets.filter(({ isNew }) => !isNew),
];

function colorsChanged(state: RealmState, userId: UserId, targets: readonly Target[]): DomainEvent[] {
  const preferences = preferencesOf(state.preferences, userId);
  const differs = (channelId: ChannelId, color: string): boolean =>
    subscriptionOf(preferences, channelId).color !== color;
  const changes = targets.flatMap(({ channelId, joining, entry: { color } }) =>
    color !== undefined && joining.includes(userId) && differs(channelId, color)
      ? [{ channelId, properties: { color } }]
      : [],
  );
  return propertiesChanged(userId, changes);
}

function namesByAddress(
  state: RealmState,
  targets: readonly Target[],
  who: (target: Target) => readonly UserId[],
): NamesByAddress {
  const names: Record<string, string[]> = {};
  for (const target of targets)
    for (const userId of who(target)) {
      const address = shownPerson(state, userId)?.email ?? String(userId);
      names[address] ??= [];
      names[address].push(target.name);
    }
  return names;
}
