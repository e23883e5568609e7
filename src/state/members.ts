/**
 * Who is in one channel, and since which message: six bytes a subscription, in stretches of sorted users. Whoever comes or goes
 * has one stretch written anew, so that a hundred thousand joinings of one channel are no more than that many small copies, and
 * whoever holds members holds them as of their moment.
 */
import type { UserId } from '../vocabulary/ids.ts';

/** `halves`: how far each id is above the first, in order; then the lower halves of what each is there since, then the upper. */
export type Stretch = { readonly first: number; readonly halves: Uint16Array };
export type Members = { readonly size: number; readonly stretches: readonly Stretch[] };

export const nobody: Members = { size: 0, stretches: [] };

/** Above it a stretch is cut; what an array costs beside its contents is little against this many. */
const stretchMax = 1_024;
const cutTo = 768;
const half = 2 ** 16;

const lengthOf = ({ halves }: Stretch): number => halves.length / 3;
const idAt = ({ first, halves }: Stretch, at: number): number => first + (halves[at] as number);

function fromAt(stretch: Stretch, at: number): number {
  const length = lengthOf(stretch);
  return (stretch.halves[length + at] as number) + (stretch.halves[2 * length + at] as number) * half;
}

/** The number of the last stretch that begins at the user or below, or −1. */
function stretchFor({ stretches }: Members, userId: number): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stretches[middle] as Stretch).first <= userId) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The first message that the user received as a member; undefined for others. */
export function memberSince(members: Members, userId: number): number | undefined {
  const stretch = members.stretches[stretchFor(members, userId)];
  if (stretch === undefined) return undefined;
  let low = 0;
  let high = lengthOf(stretch) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const id = idAt(stretch, middle);
    if (id === userId) return fromAt(stretch, middle);
    if (id < userId) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

export const isMember = (members: Members, userId: number): boolean => memberSince(members, userId) !== undefined;

/** Everybody with the message they are there since, by their ids. */
export function* entriesOf(members: Members): Generator<readonly [userId: number, from: number]> {
  for (const stretch of members.stretches)
    for (let at = 0; at < lengthOf(stretch); at += 1) yield [idAt(stretch, at), fromAt(stretch, at)];
}

/** Everybody's ids, ascending. */
export function idsOf({ size, stretches }: Members): UserId[] {
  const ids = new Array<number>(size);
  let next = 0;
  for (const stretch of stretches) for (let at = 0; at < lengthOf(stretch); at += 1) ids[next++] = idAt(stretch, at);
  return ids as UserId[];
}

/** Everybody of `userIds` who was not in yet, received from message `from` on. */
export function withMembers(members: Members, userIds: readonly UserId[], from: number): Members {
  const added = [...new Set(userIds)].filter((id) => !isMember(members, id)).sort((a, b) => a - b);
  return changed(members, added, (standing, ids) => merged(standing, ids, from));
}

export function withoutMembers(members: Members, userIds: readonly UserId[]): Members {
  const gone = [...new Set(userIds)].filter((id) => isMember(members, id)).sort((a, b) => a - b);
  return changed(members, gone, without);
}

/** A stretch that is being written: by column. */
type Draft = { readonly ids: number[]; readonly from: number[] };

/** The stretches that `ids`, ascending, fall into are written anew; the others stay the same ones. */
function changed(
  members: Members,
  ids: readonly number[],
  how: (standing: Draft, ids: readonly number[]) => Draft,
): Members {
  if (ids.length === 0) return members;
  const stretches: Stretch[] = [];
  let size = members.size;
  let done = 0;
  let next = 0;
  while (next < ids.length) {
    // Whoever stands before the first stretch goes into it.
    const number = Math.max(0, stretchFor(members, ids[next] as number));
    const end = members.stretches[number + 1]?.first ?? Infinity;
    const begin = next;
    while (next < ids.length && (ids[next] as number) < end) next += 1;
    const before = draftOf(members.stretches[number]);
    const after = how(before, ids.slice(begin, next));
    size += after.ids.length - before.ids.length;
    for (; done < number; done += 1) stretches.push(members.stretches[done] as Stretch);
    stretches.push(...cut(after));
    done = number + 1;
  }
  return { size, stretches: [...stretches, ...members.stretches.slice(done)] };
}

function draftOf(stretch: Stretch | undefined): Draft {
  const draft: Draft = { ids: [], from: [] };
  if (stretch)
    for (let at = 0; at < lengthOf(stretch); at += 1) {
      draft.ids.push(idAt(stretch, at));
      draft.from.push(fromAt(stretch, at));
    }
  return draft;
}

function merged(standing: Draft, fresh: readonly number[], from: number): Draft {
  const draft: Draft = { ids: [], from: [] };
  let next = 0;
  for (let at = 0; at <= standing.ids.length; at += 1) {
    const id = standing.ids[at] ?? Infinity;
    for (; next < fresh.length && (fresh[next] as number) < id; next += 1) {
      draft.ids.push(fresh[next] as number);
      draft.from.push(from);
    }
    if (at === standing.ids.length) break;
    draft.ids.push(id);
    draft.from.push(standing.from[at] as number);
  }
  return draft;
}

/** `gone`: ascending, and all of them there. */
function without(standing: Draft, gone: readonly number[]): Draft {
  const draft: Draft = { ids: [], from: [] };
  let next = 0;
  for (let at = 0; at < standing.ids.length; at += 1) {
    if (standing.ids[at] === gone[next]) {
      next += 1;
      continue;
    }
    draft.ids.push(standing.ids[at] as number);
    draft.from.push(standing.from[at] as number);
  }
  return draft;
}

/** Into stretches of about the same length, none of them too long or too wide. */
function cut(draft: Draft): Stretch[] {
  const { ids } = draft;
  const each = ids.length > stretchMax ? Math.ceil(ids.length / Math.ceil(ids.length / cutTo)) : stretchMax;
  const stretches: Stretch[] = [];
  let begin = 0;
  for (let at = 1; at <= ids.length; at += 1) {
    const fits = at < ids.length && at - begin < each && (ids[at] as number) - (ids[begin] as number) < half;
    if (fits) continue;
    stretches.push(stretchOf(draft, begin, at));
    begin = at;
  }
  return stretches;
}

function stretchOf({ ids, from }: Draft, begin: number, end: number): Stretch {
  const first = ids[begin] as number;
  const length = end - begin;
  const halves = new Uint16Array(3 * length);
  for (let at = 0; at < length; at += 1) {
    const since = from[begin + at] as number;
    halves[at] = (ids[begin + at] as number) - first;
    halves[length + at] = since % half;
    halves[2 * length + at] = Math.floor(since / half);
  }
  return { first, halves };
}
