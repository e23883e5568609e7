/** Finds the places of search words: in the names of the trail, in topics, and in messages. */
import { messageVersions } from '../../../projections/messages.ts';
import { Breaks } from '../../define/breaks.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { foldCase } from '../../vocabulary/fold-case.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { trailKey } from '../../vocabulary/trail/keys.ts';
import { wordsOf } from '../../vocabulary/words.ts';
import { type Cursor, indexCursor } from '../narrow/cursor.ts';
import { intersection } from '../narrow/intersection.ts';
import { union } from '../narrow/union.ts';
import type { TrailFilter } from './filter.ts';
import { type HeldMessages, heldEventsOf } from './held-events.ts';

/** Undefined if the text has no words. `topics`: all topics. `held`: absent if only names and topics are searched, not messages. */
export async function searchFor(
  view: ReadView,
  realmId: RealmId,
  text: string,
  topics: Iterable<string>,
  held: HeldMessages | undefined,
): Promise<TrailFilter['search'] | undefined> {
  const words = wordsOf(text);
  if (words.length === 0) return undefined;
  const inMessages = held ? await messagesWith(view, realmId, words) : [];
  const heldKeys = held ? await heldWith(realmId, words, held) : [];
  return { words, orKeys: [...(await topicsWith(topics, words)), ...inMessages, ...heldKeys], heldKeys };
}

/** How many topics are compared before the clock is checked again. */
const topicsPerLook = 256;

/** Takes breaks, because an organization may have a hundred thousand topics. */
async function topicsWith(topics: Iterable<string>, words: readonly string[]): Promise<string[]> {
  const beginnings = words.map((word) => word.slice(0, 3));
  const found = new Set<string>();
  const breaks = new Breaks();
  let looked = 0;
  for (const topic of topics) {
    if (found.size >= limits.searchedTopicsMax) break;
    looked += 1;
    if (looked % topicsPerLook === 0 && breaks.isDue) await breaks.take();
    // This test excludes most topics, and costs less than cutting each into words.
    const folded = foldCase(topic);
    if (!beginnings.every((beginning) => folded.includes(beginning))) continue;
    const has = wordsOf(topic);
    if (words.every((word) => has.includes(word))) found.add(trailKey.topic(topic));
  }
  return [...found];
}

/** The newest messages that have each word, or had it in an earlier version. */
async function messagesWith(view: ReadView, realmId: number, words: readonly string[]): Promise<string[]> {
  const everWith = (word: string): Cursor => {
    const scans = [{ index: 'byWord' }, { model: messageVersions, index: 'byRemovedWord' }];
    const cursors = scans.map((scan) => indexCursor(view, { ...scan, prefix: [realmId, word] }, 'descending', 64));
    return union(cursors, 'descending');
  };
  const all = intersection(words.map(everWith), 'descending');
  const found: string[] = [];
  for (let at = Number.MAX_SAFE_INTEGER; found.length < limits.searchedMessagesMax && at >= 0; ) {
    const id = await all.seek(at);
    if (id === undefined) break;
    found.push(trailKey.object({ type: 'message', id }));
    at = id - 1;
  }
  return found;
}

/** The newest deleted messages under legal holds whose versions have all words between them. Takes breaks, because each version may be long. */
async function heldWith(realmId: RealmId, words: readonly string[], held: HeldMessages): Promise<string[]> {
  const newest = [...held.messages.keys()].sort((a, b) => b - a).slice(0, limits.searchedHeldMax);
  const found: string[] = [];
  const breaks = new Breaks();
  let read = 0;
  for (const id of newest) {
    if (read >= limits.searchedVersionsMax) break;
    const left = new Set(words);
    for (const event of await heldEventsOf(realmId, id, held)) {
      if (event.type !== 'MessageSent' && event.type !== 'MessageEdited') continue;
      read += 1;
      if (breaks.isDue) await breaks.take();
      for (const word of wordsOf(event.data.text.content)) left.delete(word);
      if (left.size > 0) continue;
      found.push(trailKey.object({ type: 'message', id }));
      break;
    }
  }
  return found;
}
