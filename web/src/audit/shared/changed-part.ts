/** An old and a new text, split into their common beginning, what was removed, what was added, and their common end. */
export type Changed = {
  readonly head: string;
  readonly gone: string;
  readonly come: string;
  readonly tail: string;
};

const isLow = (text: string, at: number): boolean => /^[\uDC00-\uDFFF]/.test(text.charAt(at));

/** Takes linear time. It never splits a surrogate pair. */
export function changedPart(before: string, after: string): Changed {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  if (isLow(before, head) || isLow(after, head)) head -= head > 0 ? 1 : 0;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  if (isLow(before, before.length - tail) || isLow(after, after.length - tail)) tail -= tail > 0 ? 1 : 0;
  return {
    head: before.slice(0, head),
    gone: before.slice(head, before.length - tail),
    come: after.slice(head, after.length - tail),
    tail: before.slice(before.length - tail),
  };
}
