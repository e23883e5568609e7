/** The topics that a message had before it was moved along with another one, each with the time until which it had it, in order. */
import type { Millis } from './ids.ts';

export type EarlierTopic = { readonly topic: string; readonly until: Millis };

/** This many are kept. If a message is moved more often, the last topic that is kept seems to have lasted longer than it did. */
const keptMax = 10;

export function withEarlierTopic(earlier: readonly EarlierTopic[], topic: string, until: Millis): EarlierTopic[] {
  const last = earlier.at(-1);
  return last && earlier.length >= keptMax
    ? [...earlier.slice(0, -1), { ...last, until }]
    : [...earlier, { topic, until }];
}

/** The topic as of `at`; undefined: the present one. A move in the same millisecond counts as later. */
export const topicAsOf = (earlier: readonly EarlierTopic[], at: Millis): string | undefined =>
  earlier.find(({ until }) => until >= at)?.topic;
