/** The topics that a message had before it was moved along with another one, in order. Each has the time until which it applied. */
import type { Millis } from './ids.ts';

export type EarlierTopic = { readonly topic: string; readonly until: Millis };

/** If a message is moved more often, the last kept topic seems to have applied for longer than it did. */
const keptMax = 10;

export function withEarlierTopic(earlier: readonly EarlierTopic[], topic: string, until: Millis): EarlierTopic[] {
  const last = earlier.at(-1);
  return last && earlier.length >= keptMax
    ? [...earlier.slice(0, -1), { ...last, until }]
    : [...earlier, { topic, until }];
}

/** The topic at `at`; undefined for the current one. A move in the same millisecond counts as later. */
export const topicAsOf = (earlier: readonly EarlierTopic[], at: Millis): string | undefined =>
  earlier.find(({ until }) => until >= at)?.topic;
