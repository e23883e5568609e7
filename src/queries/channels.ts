/** Reads of chat streams that several queries share, and who knows of a stream (as in `src/state/channel-knowledge.ts`). */
import { type ChannelDocument, channels } from '../../projections/channels.ts';
import { membershipDocumentId, memberships } from '../../projections/memberships.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { cachedUntilChanged } from './cached-documents.ts';
import { everything, isHumanAdministrator, seesPublic } from './realm.ts';

/** All unarchived streams, ordered by case-folded name. */
export const openChannels = cachedUntilChanged(
  channels,
  (view, realmId): Promise<readonly ChannelDocument[]> =>
    view.scan(channels, 'byName', { prefix: [realmId], limit: everything }),
);

/** Whether the user knows of the stream even without a subscription. */
export const seesUnsubscribed = (user: UserDocument, { inviteOnly }: Pick<ChannelDocument, 'inviteOnly'>): boolean =>
  isHumanAdministrator(user) || (!inviteOnly && seesPublic(user));

/** Former subscribers may still see the stream. A bot may also see the streams of its owner. */
export async function knowsOf(view: ReadView, user: UserDocument, channel: ChannelDocument): Promise<boolean> {
  if (seesUnsubscribed(user, channel)) return true;
  const membershipOf = (userId: number) =>
    view.get(memberships, membershipDocumentId(channel.realmId, userId, channel.channelId));
  if (await membershipOf(user.userId)) return true;
  const ownerId = user.bot?.ownerId;
  return ownerId != null && (await membershipOf(ownerId))?.active === true;
}

/** The ids of the current subscribers, ascending. Deactivated users are included, because they keep their subscriptions. */
export async function subscribersOf(
  view: ReadView,
  realmId: RealmId,
  channelId: number,
  limit = everything,
): Promise<number[]> {
  const keys = await view.scanKeys(memberships, 'byChannel', { prefix: [realmId, channelId], limit });
  return keys.map((key) => key[2] as number);
}
