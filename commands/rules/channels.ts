/** Rules for the names and descriptions of streams, and for entering a stream. */
import type { Actor } from '../../src/define/command.ts';
import type { Channel } from '../../src/state/channels.ts';
import { accountable, isGuest } from '../../src/state/directory.ts';
import { isSubscribed } from '../../src/state/memberships.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { codePoints } from '../../src/vocabulary/code-points.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { hasUnfitCharacters } from '../../src/vocabulary/name-characters.ts';
import type { Refusal, RefusalIn } from '../../src/vocabulary/refusals.ts';
import { accountOf } from './acting.ts';

export const channelNameRefusals = ['channel-name-invalid', 'channel-name-too-long'] as const;

/** The name must already be trimmed. */
export function channelNameRefusal(name: string): RefusalIn<typeof channelNameRefusals> | undefined {
  if (name === '' || hasUnfitCharacters(name)) return { code: 'channel-name-invalid', name };
  if (codePoints(name) > limits.channelNameLengthMax)
    return { code: 'channel-name-too-long', lengthMax: limits.channelNameLengthMax };
  return undefined;
}

export function channelDescriptionRefusal(description: string): Refusal<'channel-description-too-long'> | undefined {
  if (codePoints(description) <= limits.channelDescriptionLengthMax) return undefined;
  return { code: 'channel-description-too-long', lengthMax: limits.channelDescriptionLengthMax };
}

export const moreChannelsRefusals = ['channels-too-many', 'channel-descriptions-too-long'] as const;

type Described = { readonly description: string; readonly renderedDescription: string };

/** Refuses new streams beyond the limits of the organization or of their creator. */
export function moreChannelsRefusal(
  { channels, directory }: RealmState,
  created: readonly Described[],
  actor: Actor,
): RefusalIn<typeof moreChannelsRefusals> | undefined {
  if (created.length === 0) return undefined;
  if (channels.byName.size + created.length > limits.channelsMax)
    return { code: 'channels-too-many', max: limits.channelsMax, ever: false };
  if (actor !== null && createdBy({ channels, directory }, actor) + created.length > limits.channelsEverPerUserMax)
    return { code: 'channels-too-many', max: limits.channelsEverPerUserMax, ever: true };
  return descriptionsRefusal(channels, describedLength(created));
}

/** Refuses a new description that makes all descriptions together too long. */
export const describedRefusal = (
  { channels }: RealmState,
  channel: Channel,
  described: Described,
): Refusal<'channel-descriptions-too-long'> | undefined =>
  descriptionsRefusal(channels, describedLength([described]) - describedLength([channel]));

function descriptionsRefusal(
  { byId }: RealmState['channels'],
  added: number,
): Refusal<'channel-descriptions-too-long'> | undefined {
  if (added <= 0) return undefined;
  // Archived streams add nothing: their descriptions are gone.
  if (describedLength([...byId.values()]) + added <= limits.channelDescriptionsLengthMax) return undefined;
  return { code: 'channel-descriptions-too-long', lengthMax: limits.channelDescriptionsLengthMax };
}

function createdBy({ channels, directory }: Pick<RealmState, 'channels' | 'directory'>, userId: UserId): number {
  const who = accountable(directory, userId);
  let count = 0;
  for (const { creatorId } of channels.byId.values())
    if (creatorId !== null && accountable(directory, creatorId) === who) count += 1;
  return count;
}

const describedLength = (channels: readonly Described[]): number =>
  channels.reduce(
    (sum, { description, renderedDescription }) => sum + description.length + renderedDescription.length,
    0,
  );

/** Private streams are open only to their subscribers, even for administrators. Guests enter no stream by themselves. */
export function mayEnter(state: RealmState, actor: Actor, channel: Channel): boolean {
  if (actor === null || isSubscribed(state.memberships, channel.channelId, actor)) return true;
  return !channel.inviteOnly && !isGuest(accountOf(state, actor));
}
