/**
 * The subscribers of one channel, each with the first message that they receive, in six bytes for each subscription. The value is
 * immutable. Subscribers are sorted by user id, and stored in chunks of at most 1,024. A change copies only the chunks that it touches, so
 * that its cost does not grow with the number of subscribers.
 */
import { firstIndex } from '../vocabulary/ascending.ts';
import type { UserId } from '../vocabulary/ids.ts';

/**
 * `first`: the lowest user id. `columns`: three columns of equal length. The first one has the user ids in ascending order, as differences
 * to `first`. The second and third have the lower and the upper 16 bits of the first message id of each user.
 */
type Chunk = { readonly first: number; readonly columns: Uint16Array };
export type Members = { readonly size: number; readonly chunks: readonly Chunk[] };

export const nobody: Members = { size: 0, chunks: [] };

/** A longer chunk is divided. The fixed cost of a typed array is small compared with this many items. */
const chunkLengthMax = 1_024;
/** The length of a chunk after a division. It leaves room, so that the next additions do not divide the chunk again. */
const chunkLengthAfterDivision = 768;
const uint16Range = 2 ** 16;

const lengthOf = ({ columns }: Chunk): number => columns.length / 3;
const idAt = ({ first, columns }: Chunk, at: number): number => first + (columns[at] as number);

function fromAt(chunk: Chunk, at: number): number {
  const length = lengthOf(chunk);
  return (chunk.columns[length + at] as number) + (chunk.columns[2 * length + at] as number) * uint16Range;
}

/** The index of the last chunk whose first user id is at most `userId`; −1 if there is none. */
const chunkFor = ({ chunks }: Members, userId: number): number =>
  firstIndex(chunks.length, (at) => (chunks[at] as Chunk).first > userId) - 1;

/** The first message that the user receives as a subscriber; undefined for a user who is not subscribed. */
export function memberSince(members: Members, userId: number): number | undefined {
  const chunk = members.chunks[chunkFor(members, userId)];
  if (chunk === undefined) return undefined;
  const at = firstIndex(lengthOf(chunk), (index) => idAt(chunk, index) >= userId);
  return at < lengthOf(chunk) && idAt(chunk, at) === userId ? fromAt(chunk, at) : undefined;
}

export const isMember = (members: Members, userId: number): boolean => memberSince(members, userId) !== undefined;

/** The ids of all subscribers, ascending. */
export function idsOf({ size, chunks }: Members): UserId[] {
  const ids = new Array<number>(size);
  let next = 0;
  for (const chunk of chunks) for (let at = 0; at < lengthOf(chunk); at += 1) ids[next++] = idAt(chunk, at);
  return ids as UserId[];
}

/** Adds the users who are not subscribed yet, as receivers of the messages from `from` on. */
export function withMembers(members: Members, userIds: readonly UserId[], from: number): Members {
  const added = [...new Set(userIds)].filter((id) => !isMember(members, id)).sort((a, b) => a - b);
  return changed(members, added, (present, ids) => merged(present, ids, from));
}

export function withoutMembers(members: Members, userIds: readonly UserId[]): Members {
  const gone = [...new Set(userIds)].filter((id) => isMember(members, id)).sort((a, b) => a - b);
  return changed(members, gone, without);
}

/** A chunk as two lists, while it is being changed. */
type Draft = { readonly ids: number[]; readonly from: number[] };

/** Replaces the chunks that contain `ids`, which are ascending. All other chunks are shared with `members`. */
function changed(
  members: Members,
  ids: readonly number[],
  how: (present: Draft, ids: readonly number[]) => Draft,
): Members {
  if (ids.length === 0) return members;
  const chunks: Chunk[] = [];
  let size = members.size;
  let done = 0;
  let next = 0;
  while (next < ids.length) {
    // An id below the first chunk belongs to the first chunk.
    const number = Math.max(0, chunkFor(members, ids[next] as number));
    const end = members.chunks[number + 1]?.first ?? Infinity;
    const begin = next;
    while (next < ids.length && (ids[next] as number) < end) next += 1;
    const before = draftOf(members.chunks[number]);
    const after = how(before, ids.slice(begin, next));
    size += after.ids.length - before.ids.length;
    for (; done < number; done += 1) chunks.push(members.chunks[done] as Chunk);
    chunks.push(...divided(after));
    done = number + 1;
  }
  return { size, chunks: [...chunks, ...members.chunks.slice(done)] };
}

function draftOf(chunk: Chunk | undefined): Draft {
  const draft: Draft = { ids: [], from: [] };
  if (chunk)
    for (let at = 0; at < lengthOf(chunk); at += 1) {
      draft.ids.push(idAt(chunk, at));
      draft.from.push(fromAt(chunk, at));
    }
  return draft;
}

function merged(present: Draft, fresh: readonly number[], from: number): Draft {
  const draft: Draft = { ids: [], from: [] };
  let next = 0;
  for (let at = 0; at <= present.ids.length; at += 1) {
    const id = present.ids[at] ?? Infinity;
    for (; next < fresh.length && (fresh[next] as number) < id; next += 1) {
      draft.ids.push(fresh[next] as number);
      draft.from.push(from);
    }
    if (at === present.ids.length) break;
    draft.ids.push(id);
    draft.from.push(present.from[at] as number);
  }
  return draft;
}

/** `gone` must be ascending, and all of them subscribed. */
function without(present: Draft, gone: readonly number[]): Draft {
  const draft: Draft = { ids: [], from: [] };
  let next = 0;
  for (let at = 0; at < present.ids.length; at += 1) {
    if (present.ids[at] === gone[next]) {
      next += 1;
      continue;
    }
    draft.ids.push(present.ids[at] as number);
    draft.from.push(present.from[at] as number);
  }
  return draft;
}

/** Divides the draft into chunks of about equal length. Each is within the length and the range of ids that a chunk allows. */
function divided(draft: Draft): Chunk[] {
  const { ids } = draft;
  const each =
    ids.length > chunkLengthMax
      ? Math.ceil(ids.length / Math.ceil(ids.length / chunkLengthAfterDivision))
      : chunkLengthMax;
  const chunks: Chunk[] = [];
  let begin = 0;
  for (let at = 1; at <= ids.length; at += 1) {
    const fits = at < ids.length && at - begin < each && (ids[at] as number) - (ids[begin] as number) < uint16Range;
    if (fits) continue;
    chunks.push(chunkOf(draft, begin, at));
    begin = at;
  }
  return chunks;
}

function chunkOf({ ids, from }: Draft, begin: number, end: number): Chunk {
  const first = ids[begin] as number;
  const length = end - begin;
  const columns = new Uint16Array(3 * length);
  for (let at = 0; at < length; at += 1) {
    const since = from[begin + at] as number;
    columns[at] = (ids[begin + at] as number) - first;
    columns[length + at] = since % uint16Range;
    columns[2 * length + at] = Math.floor(since / uint16Range);
  }
  return { first, columns };
}
