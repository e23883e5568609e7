/** Rules for the names of groups of streams for new users, and for their streams. */
import type { Actor } from '../../src/define/command.ts';
import { knownChannel } from '../../src/state/channel-knowledge.ts';
import type { Channel } from '../../src/state/channels.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { codePoints } from '../../src/vocabulary/code-points.ts';
import { type DefaultGroup, inSomeGroup } from '../../src/vocabulary/default-groups.ts';
import { foldName } from '../../src/vocabulary/fold-case.ts';
import type { ChannelId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { hasUnfitCharacters } from '../../src/vocabulary/name-characters.ts';
import type { Refusal, RefusalIn } from '../../src/vocabulary/refusals.ts';

export const defaultGroupNameRefusals = [
  'default-group-name-invalid',
  'default-group-name-too-long',
  'default-group-name-taken',
] as const;

/** `name`: trimmed. `own`: the group that is being renamed. */
export function defaultGroupNameRefusal(
  { realm }: RealmState,
  name: string,
  own?: DefaultGroup,
): RefusalIn<typeof defaultGroupNameRefusals> | undefined {
  if (name === '' || hasUnfitCharacters(name)) return { code: 'default-group-name-invalid', name };
  if (codePoints(name) > limits.defaultGroupNameLengthMax)
    return { code: 'default-group-name-too-long', lengthMax: limits.defaultGroupNameLengthMax };
  const isTaken = realm.defaultGroups.some((group) => group !== own && foldName(group.name) === foldName(name));
  return isTaken ? { code: 'default-group-name-taken', name } : undefined;
}

export const defaultGroupDescriptionRefusal = (
  description: string,
): Refusal<'default-group-description-too-long'> | undefined =>
  codePoints(description) <= limits.defaultGroupDescriptionLengthMax
    ? undefined
    : { code: 'default-group-description-too-long', lengthMax: limits.defaultGroupDescriptionLengthMax };

export const groupedChannelRefusals = [
  'channel-unknown',
  'default-channel-private',
  'default-group-channel-default',
  'default-group-channels-too-many',
] as const;

type Named = { readonly channels: readonly Channel[] } | { readonly refusal: Refusal<'channel-unknown'> };

/** The streams with these names, each once. */
export function channelsNamed(state: RealmState, actor: Actor, names: readonly string[]): Named {
  const channels = new Map<ChannelId, Channel>();
  for (const name of names) {
    const channel = knownChannel(state, actor, name.trim());
    if (!channel) return { refusal: { code: 'channel-unknown', name } };
    channels.set(channel.channelId, channel);
  }
  return { channels: [...channels.values()] };
}

/** Streams of a group must be public, because everybody except guests sees them. */
export function groupedChannelsRefusal(
  { realm }: RealmState,
  channels: readonly Channel[],
  group: Pick<DefaultGroup, 'name'>,
): RefusalIn<typeof groupedChannelRefusals> | undefined {
  for (const { channelId, name, inviteOnly } of channels) {
    if (inviteOnly) return { code: 'default-channel-private' };
    if (realm.defaultChannels.includes(channelId))
      return { code: 'default-group-channel-default', channel: name, group: group.name };
  }
  const all = realm.defaultGroups.reduce((sum, { channelIds }) => sum + channelIds.length, channels.length);
  if (all > limits.defaultGroupChannelsMax)
    return { code: 'default-group-channels-too-many', max: limits.defaultGroupChannelsMax };
  return undefined;
}

/** Whether everybody except guests sees the stream as one for new users. */
export const isForNewUsers = ({ realm }: RealmState, channelId: ChannelId): boolean =>
  realm.defaultChannels.includes(channelId) || inSomeGroup(realm.defaultGroups, channelId);

export const groupOf = ({ realm }: RealmState, groupId: number): DefaultGroup | undefined =>
  realm.defaultGroups.find((group) => group.groupId === groupId);
