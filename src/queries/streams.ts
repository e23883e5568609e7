/** GET /streams: the streams that match at least one of five filters. */
import { mapSomeAtOnce } from '../define/breaks.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { ChannelId, RealmId, UserId } from '../vocabulary/ids.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { isAdministrator } from '../vocabulary/roles.ts';
import { type ListedStream, streamObject } from '../wire/stream.ts';
import { openChannels } from './channels.ts';
import { membershipsOf } from './memberships.ts';
import { realmOf, seesPublic, userOf } from './realm.ts';
import { firstMessageId } from './stream-ends.ts';

export type StreamFilters = {
  readonly includePublic: boolean;
  readonly includeSubscribed: boolean;
  readonly includeAllActive: boolean;
  readonly includeDefault: boolean;
  readonly includeOwnerSubscribed: boolean;
};

/**
 * Unarchived streams that match at least one filter, ordered by name. Guests see only streams that they are subscribed to.
 * Throws `Refused` (`query-not-authorized`).
 */
export async function listStreams(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  filters: StreamFilters,
): Promise<ListedStream[]> {
  const [realm, user] = await Promise.all([realmOf(view, realmId), userOf(view, realmId, userId)]);
  if (filters.includeAllActive && !isAdministrator(user.role)) throw new Refused({ code: 'query-not-authorized' });
  const ownerId = filters.includeOwnerSubscribed ? user.bot?.ownerId : undefined;
  const [open, own, owners] = await Promise.all([
    openChannels(view, realmId),
    filters.includeSubscribed ? subscribedIds(view, realmId, userId) : none,
    ownerId ? subscribedIds(view, realmId, ownerId) : none,
  ]);
  const defaults = new Set(filters.includeDefault ? realm.defaultChannels : none);
  const listed = open.filter(
    ({ channelId, inviteOnly }) =>
      filters.includeAllActive ||
      (filters.includePublic && !inviteOnly && seesPublic(user)) ||
      (!inviteOnly && defaults.has(channelId) && seesPublic(user)) ||
      own.has(channelId) ||
      owners.has(channelId),
  );
  return mapSomeAtOnce(listed, async (channel) => ({
    ...streamObject(channel, await firstMessageId(view, channel)),
    ...(filters.includeDefault ? { is_default: defaults.has(channel.channelId) } : {}),
  }));
}

const none: ReadonlySet<ChannelId> = new Set();

async function subscribedIds(view: ReadView, realmId: RealmId, userId: UserId): Promise<ReadonlySet<ChannelId>> {
  const known = await membershipsOf(view, { realmId, userId });
  return new Set(known.filter(({ active }) => active).map(({ channelId }) => channelId));
}
