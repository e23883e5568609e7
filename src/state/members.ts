/**
 * Who is in one channel, and since which message: two sorted integer arrays, eight bytes a subscription, copied on write, so
 * that whoever holds one holds it as of its moment.
 */
import type { UserId } from '../vocabulary/ids.ts';

export type Members = { readonly ids: Uint32Array; readonly from: Uint32Array };

export const nobody: Members = { ids: new Uint32Array(0), from: new Uint32Array(0) };

/** The place of `userId` among the members, or −1. */
export function indexOf(members: Members, userId: number): number {
  let low = 0;
  let high = members.ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const id = members.ids[middle] as number;
    if (id === userId) return middle;
    if (id < userId) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export const isMember = (members: Members, userId: number): boolean => indexOf(members, userId) >= 0;

/** Everybody of `userIds` who was not in yet, received from message `from` on. */
export function withMembers(members: Members, userIds: readonly UserId[], from: number): Members {
  const added = [...new Set(userIds)].filter((id) => !isMember(members, id)).sort((a, b) => a - b);
  if (added.length === 0) return members;
  const length = members.ids.length + added.length;
  const merged = { ids: new Uint32Array(length), from: new Uint32Array(length) };
  let old = 0;
  let fresh = 0;
  for (let at = 0; at < length; at += 1) {
    const next = added[fresh];
    const standing = members.ids[old];
    if (next === undefined || (standing !== undefined && standing < next)) {
      merged.ids[at] = standing as number;
      merged.from[at] = members.from[old] as number;
      old += 1;
    } else {
      merged.ids[at] = next;
      merged.from[at] = from;
      fresh += 1;
    }
  }
  return merged;
}

export function withoutMembers(members: Members, userIds: readonly UserId[]): Members {
  const gone = new Set<number>(userIds);
  const kept: number[] = [];
  for (let at = 0; at < members.ids.length; at += 1) if (!gone.has(members.ids[at] as number)) kept.push(at);
  if (kept.length === members.ids.length) return members;
  return {
    ids: Uint32Array.from(kept, (at) => members.ids[at] as number),
    from: Uint32Array.from(kept, (at) => members.from[at] as number),
  };
}
