/** Everybody who may read a message in this state of the organization, page by page, and the event queues that get it. */
import type { AccessRule } from '../vocabulary/access-rules.ts';
import { ascending } from '../vocabulary/ascending.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { idsOf } from './channel-members.ts';
import { membersOf } from './memberships.ts';
import { accessOf, type PlacedMessage } from './message-access.ts';
import type { Queue } from './queues.ts';
import type { RealmState } from './realm-state.ts';
import { botsToCall } from './received.ts';

/** `mentioned`: whom the message mentioned when it was sent. */
type AddressedMessage = PlacedMessage & Parameters<typeof botsToCall>[1];
export type Reader = { readonly userId: UserId; readonly rule: AccessRule };

/**
 * The readers with ids above `after`, by user id. `next`: where the next page begins, if there may be more. Inactive accounts read nothing.
 */
export function audienceOf(
  state: RealmState,
  message: AddressedMessage,
  { after, limit }: { readonly after: number; readonly limit: number },
): { readonly readers: readonly Reader[]; readonly next: UserId | undefined } {
  const readers: Reader[] = [];
  const called = botsToCall(state, message);
  for (const userId of ascending([...candidates(state, message), ...called]).filter((id) => id > after)) {
    const account = state.directory.accounts.get(userId);
    const alert = called.includes(userId) ? 'alert to a bot' : undefined;
    const rule = account?.active ? (accessOf(state, userId, message) ?? alert) : undefined;
    if (!rule) continue;
    if (readers.length === limit) return { readers, next: readers.at(-1)?.userId };
    readers.push({ userId, rule });
  }
  return { readers, next: undefined };
}

/** Everybody who could be a reader, except the bots to call. */
function candidates(
  { channels, memberships, directory }: RealmState,
  { place, alsoTo }: PlacedMessage,
): readonly UserId[] {
  if (place.kind === 'private') return place.userIds;
  const channel = channels.byId.get(place.channelId);
  if (channel && !channel.archived && !channel.inviteOnly) return [...directory.accounts.keys()];
  const past = memberships.byChannel.get(place.channelId)?.past.keys() ?? [];
  return [...idsOf(membersOf(memberships, place.channelId)), ...past, ...alsoTo];
}

/** Whether the message was for the user, so that it is delivered whatever streams a queue has requested. */
export const isDirect = (rule: AccessRule): boolean => rule === 'recipient' || rule === 'subscriber';

/** Whether a queue that existed when the message was sent gets it, according to its options. */
export const wantsMessages = ({ options }: Pick<Queue, 'options'>, rule: AccessRule): boolean =>
  (options.eventTypes?.includes('message') ?? true) &&
  (rule === 'public stream' ? options.allPublicStreams || options.narrow.length > 0 : isDirect(rule));
