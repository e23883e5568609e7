/**
 * POST /users/me/subscriptions: subscribes users to chat streams, making those that do not exist (spec, States, Stream and
 * Subscription; api-facts §6.1). Taken in turns on `channels`, so that a name is created once and nobody is left in between.
 */
import { z } from 'zod';
import { type Append, accept, type Command, refuse } from '../../src/define/command.ts';
import { isSubscribed } from '../../src/state/channel.ts';
import { channelNamed } from '../../src/state/channels.ts';
import { isGuest } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { preferencesOf, subscriptionOf } from '../../src/state/user.ts';
import { Color } from '../../src/vocabulary/color.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { ChannelId, UserId } from '../../src/vocabulary/ids.ts';
import { channelDescriptionLengthMax } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { foldCase } from '../../src/vocabulary/places.ts';
import { accountOf, actsAsOwner } from '../rules/acting.ts';
import { channelDescriptionRefusal, channelNameRefusal, mayEnter } from '../rules/channels.ts';
import { Principals, resolvePrincipals } from '../rules/principals.ts';
import { propertiesChanged } from '../rules/properties-changed.ts';
import { ChannelSettings, channelCreated, namedAtCreation } from './channel-created.ts';
import { type Joining, subscribersAdded } from './subscribers-added.ts';

/** `description` only where the stream is made; `color` is the requester's own, where they are newly subscribed. */
export const SubscriptionEntry = z.object({
  name: z.string(),
  description: z.string().optional(),
  color: Color.optional(),
});
type Entry = z.infer<typeof SubscriptionEntry>;

const Input = z.object({
  channels: z.array(SubscriptionEntry),
  principals: Principals.optional(),
  /** False: what the requester may not enter is left out and told, instead of refusing everything. Default true. */
  authorizationErrorsFatal: z.boolean().optional(),
  /** Asks for an announcement of the streams that this call makes. */
  announce: z.boolean().optional(),
  /** What the streams that this call makes are set to. */
  settings: ChannelSettings.optional(),
});

/** Lists of stream names by the address of whom they are about. */
type NamesByAddress = Readonly<Record<string, readonly string[]>>;

export type Subscribed = {
  readonly subscribed: NamesByAddress;
  readonly alreadySubscribed: NamesByAddress;
  readonly unauthorized: readonly string[];
  /** Whether the Notification Bot has something to say about it. */
  readonly noticesFollow: boolean;
};

/** Description → its HTML. */
export type Prepared = ReadonlyMap<string, string>;

/** One stream of the request, and who of the principals comes newly into it. */
type Target = Joining & { readonly entry: Entry; readonly name: string; readonly standing: readonly UserId[] };

export const subscribe: Command<RealmState, z.infer<typeof Input>, Subscribed, Prepared> = {
  name: 'subscribe',
  summary: 'Subscribe users to streams, making those that do not exist',
  input: Input,
  stream: (_input, realmId) => logStream.channels(realmId),
  async prepare(_state, { channels }, tools) {
    const rendered = new Map<string, string>();
    for (const { description } of channels.map(tidied))
      if (description && description.length <= 2 * channelDescriptionLengthMax && !rendered.has(description))
        rendered.set(description, (await tools.render(description)).html);
    return rendered;
  },
  decide(state, input, { realmId, actor, mint, fingerprint, prepared }) {
    const entries = eachOnce(input.channels.map(tidied));
    for (const { name, description = '' } of entries) {
      const refusal = channelNameRefusal(name) ?? channelDescriptionRefusal(description);
      if (refusal) return refuse(refusal);
    }
    if (isGuest(accountOf(state, actor))) return refuse({ code: 'guest-not-allowed' });
    const principals = resolvePrincipals(state, input.principals, actor, fingerprint);
    if ('refusal' in principals) return refuse(principals.refusal);
    const found = entries.map((entry) => ({ entry, channel: channelNamed(state.channels, entry.name) }));
    const open = found.filter(({ channel }) => !channel || mayEnter(state, actor, channel));
    const unauthorized = found.filter((one) => !open.includes(one)).map(({ entry }) => entry.name);
    if (unauthorized.length > 0 && (input.authorizationErrorsFatal ?? true))
      return refuse({ code: 'channel-inaccessible', names: unauthorized });
    const isMaking = open.some(({ channel }) => !channel);
    if (isMaking && input.settings?.retentionDays != null && !actsAsOwner(state, actor))
      return refuse({ code: 'channel-retention-not-permitted' });

    const targets = open.map(({ entry, channel }): Target => {
      const channelId = channel?.channelId ?? mint.channelId();
      const isIn = (userId: UserId): boolean => isSubscribed(state.memberships, channelId, userId);
      return {
        entry,
        channelId,
        name: channel?.name ?? entry.name,
        isNew: !channel,
        joining: principals.userIds.filter((userId) => !isIn(userId)),
        standing: principals.userIds.filter(isIn),
      };
    });
    const made = targets.filter(({ isNew }) => isNew);
    const creations = made.map(({ entry, channelId, joining }) =>
      channelCreated({ ...entry, channelId, creatorId: actor, joining }, input.settings ?? {}, prepared),
    );
    const announcement: DomainEvent[] =
      input.announce && made.length > 0
        ? [{ type: 'AnnouncementRequested', data: { channelIds: made.map(({ channelId }) => channelId) } }]
        : [];
    const isTold = (userId: UserId): boolean =>
      actor !== null && userId !== actor && state.directory.accounts.get(userId)?.bot === null;
    const additions = subscribersAdded(afterCreation(targets), isTold);
    const colors = actor === null ? [] : colorsChanged(state, actor, targets);
    return accept(
      [
        { stream: logStream.channels(realmId), events: [...creations, ...announcement] },
        ...additions.map(
          ({ channelId, events }): Append => ({ stream: logStream.channel(realmId, channelId), events }),
        ),
        ...(actor === null ? [] : [{ stream: logStream.user(realmId, actor), events: colors }]),
      ],
      {
        subscribed: namesByAddress(state, targets, ({ joining }) => joining),
        alreadySubscribed: namesByAddress(state, targets, ({ standing }) => standing),
        unauthorized,
        noticesFollow: made.length > 0 || additions.some(({ events }) => events.some(({ data }) => data.notify)),
      },
    );
  },
};

/** As it is kept: the name trimmed, the description on one line (api-facts §2.2). */
const tidied = (entry: Entry): Entry => ({
  ...entry,
  name: entry.name.trim(),
  ...(entry.description === undefined ? {} : { description: entry.description.replaceAll(/\r\n|[\r\n]/g, ' ') }),
});

/** Names are compared without case; of one named twice, what was said first stands. */
const eachOnce = (entries: readonly Entry[]): Entry[] => {
  const byName = new Map<string, Entry>();
  for (const entry of entries) if (!byName.has(foldCase(entry.name))) byName.set(foldCase(entry.name), entry);
  return [...byName.values()];
};

/** Those whom the creation itself does not name; new streams first, so that nobody is told before everything is done. */
const afterCreation = (targets: readonly Target[]): Joining[] => [
  ...targets.filter(({ isNew }) => isNew).map((one) => ({ ...one, joining: one.joining.slice(namedAtCreation) })),
  ...targets.filter(({ isNew }) => !isNew),
];

function colorsChanged(state: RealmState, userId: UserId, targets: readonly Target[]): DomainEvent[] {
  const preferences = preferencesOf(state.preferences, userId);
  const isNews = (channelId: ChannelId, color: string): boolean =>
    subscriptionOf(preferences, channelId).color !== color;
  const changes = targets.flatMap(({ channelId, joining, entry: { color } }) =>
    color !== undefined && joining.includes(userId) && isNews(channelId, color)
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
      const address = state.people.byId.get(userId)?.email ?? String(userId);
      names[address] = [...(names[address] ?? []), target.name];
    }
  return names;
}
