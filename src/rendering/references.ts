/**
 * Which names a content could mention or link, without parsing it: the caller resolves these few names and hands the
 * result to the renderer, which therefore needs no directory. It may name too many (code is not looked at), never too few.
 */

// What follows is only looked at, because a mention may begin within what turns out to be none.
const mention = /@_?\*\*(?=([^*\n]+)\*\*)/g;
const channelLink = /#\*\*(?=([^*\n]+)\*\*)/g;

/** Names are folded to lower case; of `name|id` both parts, and the whole as well, because a name may hold a bar. */
export type References = { users: string[]; userIds: number[]; channels: string[] };

/** The users and channels a content could refer to (api-facts §4.2). */
export function referencesIn(content: string): References {
  const users = new Set<string>();
  const userIds = new Set<number>();
  const channels = new Set<string>();
  for (const [, target = ''] of content.matchAll(mention)) {
    const { name, id } = splitId(target);
    users.add(name.toLowerCase());
    if (id !== undefined) userIds.add(id);
    if (name !== target) users.add(target.toLowerCase());
  }
  for (const [, target = ''] of content.matchAll(channelLink)) {
    channels.add(splitTopic(target).name.toLowerCase());
    channels.add(target.toLowerCase());
  }
  return { users: [...users], userIds: [...userIds], channels: [...channels] };
}

/** `Full Name|10` → the name and the id. */
export function splitId(target: string): { name: string; id?: number } {
  const bar = target.lastIndexOf('|');
  const digits = target.slice(bar + 1);
  if (bar < 1 || !/^[1-9][0-9]{0,14}$/.test(digits)) return { name: target };
  return { name: target.slice(0, bar), id: Number(digits) };
}

/** `name>topic` → the channel's name and the topic. */
export function splitTopic(target: string): { name: string; topic?: string } {
  const angle = target.indexOf('>');
  if (angle < 1 || angle === target.length - 1) return { name: target };
  return { name: target.slice(0, angle), topic: target.slice(angle + 1) };
}
