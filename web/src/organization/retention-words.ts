/** How long messages are kept, and what that deletes, in words. */

/** Days; −1 for ever. */
export type Kept = number;

const dayMs = 86_400_000;
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });

const isForEver = (kept: Kept): boolean => kept < 1;
const daysWords = (days: number): string => `${days.toLocaleString()} ${days === 1 ? 'day' : 'days'}`;

export const keptWords = (kept: Kept): string => (isForEver(kept) ? 'for ever' : `for ${daysWords(kept)}`);

/** `what`: the messages, as the beginning of a sentence. `now`: in milliseconds. */
export function effectOf(what: string, kept: Kept, now: number): readonly string[] {
  if (isForEver(kept)) return [`${what} are kept for ever.`, 'What was erased before does not come back.'];
  return [
    `${what} that were sent before ${moment.format(now - kept * dayMs)} will be erased. That begins a day after you save, at the earliest. Until then you can change it.`,
    `From then on each message is erased ${daysWords(kept)} after it was sent.`,
    'What is erased is gone for everybody, from the log and from the disk, and cannot be brought back. Messages under a legal hold stay.',
  ];
}
