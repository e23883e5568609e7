/** Everybody who may read a message as the organization is in this state, a page at a time, and the event queues that it is for. */
import type { UserId } from '../vocabulary/ids.ts';
import { idsOf } from './channel-members.ts';
import { membersOf } from './memberships.ts';
import { type AccessRule, accessOf, type Standing } from './message-access.ts';
import type { Queue } from './queues.ts';
import type { RealmState } from './realm-state.ts';

export type Reader = { readonly userId: UserId; readonly rule: AccessRule };

/** By user id, those above `after`. `next`: where there may be more. Accounts that are not active read nothing. */
export function audienceOf(
  state: RealmState,
  message: Standing,
  { after, limit }: { readonly after: number; readonly limit: number },
): { readonly readers: readonly Reader[]; readonly next: UserId | undefined } {
  const readers: Reader[] = [];
  for (const userId of candidates(state, message).filter((id) => id > after)) {
    const account = state.directory.accounts.get(userId);
    const rule = account?.active ? accessOf(state, userId, message) : undefined;
    if (!rule) continue;
    if (readers.length === limit) return { readers, next: readers.at(-1)?.userId };
    readers.push({ userId, rule });
  }
  return { readers, next: undefined };
}

/** Everybody who could be among them, ascending. */
function candidates({ channels, memberships, directory }: RealmState, { place, alsoTo }: Standing): UserId[] {
  const ascending = (ids: Iterable<UserId>): UserId[] => [...new Set(ids)].sort((a, b) => a - b);
  if (place.kind === 'private') return ascending(place.userIds);
  const channel = channels.byId.get(place.channelId);
  if (channel && !channel.archived && !channel.inviteOnly) return ascending(directory.accounts.keys());
  const past = memberships.byChannel.get(place.channelId)?.past.keys() ?? [];
  return ascending([...idsOf(membersOf(memberships, place.channelId)), ...past, ...alsoTo]);
}

/** Whether a queue that stood when the message was sent was to be told of it, as far as its options say. */
export const isToBeTold = ({ options }: Pick<Queue, 'options'>, rule: AccessRule): boolean =>
  (options.eventTypes?.includes('message') ?? true) &&
  (rule === 'public stream' ? options.allPublicStreams || options.narrow.length > 0 : rule !== 'history');
