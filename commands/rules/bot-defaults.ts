/**
 * The default streams that a bot may have: its owner must be able to enter them. The user who sets them must also be able to, or be an
 * administrator.
 */
import { z } from 'zod';
import type { Actor } from '../../src/define/command.ts';
import { mayBeDefault } from '../../src/state/bot-defaults.ts';
import { knownChannel } from '../../src/state/channel-knowledge.ts';
import { hasDefaultStream, isAdmin } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { BotDefaults } from '../../src/vocabulary/events/directory.ts';
import type { ChannelId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';

/** Streams by name, empty for none. An absent stream stays unchanged. */
export const WantedDefaults = z.object({
  sending: z.string().optional(),
  register: z.string().optional(),
  allPublic: z.boolean().optional(),
});
type WantedDefaults = z.infer<typeof WantedDefaults>;

export const botDefaultsRefusals = ['bot-default-channel-unknown', 'bots-with-defaults-too-many'] as const;

type Choice = {
  readonly actor: Actor;
  readonly ownerId: UserId;
  readonly current: BotDefaults | undefined;
  readonly wanted: WantedDefaults | undefined;
};

/** The defaults after the change. A key is missing if nothing was ever chosen for it. */
export function chosenDefaults(
  state: RealmState,
  { actor, ownerId, current, wanted }: Choice,
): { readonly defaults?: BotDefaults } | { readonly refusal: RefusalIn<typeof botDefaultsRefusals> } {
  const isNothing = Object.values(wanted ?? {}).every((value) => value === undefined);
  if (!wanted || isNothing) return current ? { defaults: current } : {};
  const { sending, register, allPublic } = wanted;
  const channelIds: (ChannelId | null | undefined)[] = [];
  for (const name of [sending, register]) {
    const channelId = name === undefined ? undefined : name === '' ? null : channelIdOf(state, actor, ownerId, name);
    if (name && channelId === undefined) return { refusal: { code: 'bot-default-channel-unknown', name } };
    channelIds.push(channelId);
  }
  const defaults: BotDefaults = {
    sendingChannelId: chosen(channelIds[0], current?.sendingChannelId),
    registerChannelId: chosen(channelIds[1], current?.registerChannelId),
    allPublicStreams: allPublic ?? current?.allPublicStreams ?? false,
  };
  const isOneMore = hasDefaultStream(defaults) && !hasDefaultStream(current);
  const refusal = isOneMore ? tooManyRefusal(state, ownerId) : undefined;
  return refusal ? { refusal } : { defaults };
}

function tooManyRefusal({ directory }: RealmState, ownerId: UserId) {
  const code = 'bots-with-defaults-too-many' as const;
  const bots = [...directory.withDefaultStream];
  const own = bots.filter((botId) => directory.accounts.get(botId)?.bot?.ownerId === ownerId);
  if (own.length >= limits.botsWithDefaultsPerOwnerMax)
    return { code, of: 'owner' as const, max: limits.botsWithDefaultsPerOwnerMax };
  return bots.length < limits.botsWithDefaultsMax
    ? undefined
    : { code, of: 'organization' as const, max: limits.botsWithDefaultsMax };
}

const chosen = (wanted: ChannelId | null | undefined, current: ChannelId | null | undefined): ChannelId | null =>
  wanted === undefined ? (current ?? null) : wanted;

function channelIdOf(state: RealmState, actor: Actor, ownerId: UserId, name: string): ChannelId | undefined {
  const channel = knownChannel(state, actor, name);
  if (!channel || !mayBeDefault(state, ownerId, channel)) return undefined;
  // A user who has left a private stream must not learn here whether somebody else is subscribed.
  const actorAccount = actor === null ? undefined : state.directory.accounts.get(actor);
  return mayBeDefault(state, actor, channel) || isAdmin(actorAccount) ? channel.channelId : undefined;
}
