/**
 * The names that a message could mention or link, found without parsing it. The caller resolves these names for the renderer, which
 * needs no directory. There may be too many names (those in code are included), but never too few.
 */
import { foldName } from '../vocabulary/fold-case.ts';

// A look-ahead, because a mention may begin inside a text that turns out not to be a mention.
const mention = /@_?\*\*(?=([^*\n]+)\*\*)/g;
const groupMention = /@\*(?=([^*\n]+)\*)/g;
const channelLink = /#\*\*(?=([^*\n]+)\*\*)/g;

/** Names in lower case. `name|id` gives both parts and also the whole, because a name may contain a bar. */
type References = { users: string[]; userIds: number[]; groups: string[]; channels: string[] };

/** The users, groups and channels that a message could refer to. */
export function referencesIn(content: string): References {
  const users = new Set<string>();
  const userIds = new Set<number>();
  const groups = new Set<string>();
  const channels = new Set<string>();
  for (const [, target = ''] of content.matchAll(mention)) {
    const { name, id } = splitId(target);
    users.add(foldName(name));
    if (id !== undefined) userIds.add(id);
    if (name !== target) users.add(foldName(target));
  }
  for (const [, name = ''] of content.matchAll(groupMention)) groups.add(foldName(name));
  for (const [, target = ''] of content.matchAll(channelLink)) {
    channels.add(foldName(splitTopic(target).name));
    channels.add(foldName(target));
  }
  return { users: [...users], userIds: [...userIds], groups: [...groups], channels: [...channels] };
}

/** Splits `Full Name|10` into the name and the id. */
export function splitId(target: string): { name: string; id?: number } {
  const bar = target.lastIndexOf('|');
  const digits = target.slice(bar + 1);
  if (bar < 1 || !/^[1-9][0-9]{0,14}$/.test(digits)) return { name: target };
  return { name: target.slice(0, bar), id: Number(digits) };
}

/** Splits `name>topic` into the channel's name and the topic. */
export function splitTopic(target: string): { name: string; topic?: string } {
  const angle = target.indexOf('>');
  if (angle < 1 || angle === target.length - 1) return { name: target };
  return { name: target.slice(0, angle), topic: target.slice(angle + 1) };
}
