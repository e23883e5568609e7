import { Breaks } from '../define/breaks.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { subscribersOf } from './channels.ts';

/** How many streams are read at a time. */
const streamsAtOnce = 4;

/**
 * The ids of the subscribers by stream, ascending. All lists together have at most `max` ids. The first stream whose list does not fit is
 * left out, and so are all after it.
 */
export async function subscribersWithin(
  view: ReadView,
  realmId: RealmId,
  channelIds: readonly number[],
  max = limits.subscribersListedMax,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const lists = new Map<number, readonly number[]>();
  const breaks = new Breaks();
  let room = max;
  for (let at = 0; at < channelIds.length; at += streamsAtOnce) {
    const group = channelIds.slice(at, at + streamsAtOnce);
    const limit = room + 1;
    const found = await Promise.all(
      group.map(async (channelId) => [channelId, await subscribersOf(view, realmId, channelId, limit)] as const),
    );
    for (const [channelId, subscribers] of found) {
      if (subscribers.length > room) return lists;
      lists.set(channelId, subscribers);
      room -= subscribers.length;
    }
    if (breaks.isDue) await breaks.take();
  }
  return lists;
}

type WithSubscribers = { readonly subscribers?: readonly number[] | undefined };

export const countListed = (...lists: readonly (readonly WithSubscribers[] | undefined)[]): number =>
  lists.reduce(
    (sum, streams = []) => streams.reduce((sumOf, { subscribers }) => sumOf + (subscribers?.length ?? 0), sum),
    0,
  );
