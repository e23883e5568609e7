/** What an answer of lines needs until it has been read: a place among the open answers, or a replica that stays at its moment. */
import { Lines } from './endpoint.ts';

/**
 * The same lines, for whoever has just taken what they need. They can be read once. `release` is called exactly once: when the reading ends,
 * or when `gone` is aborted before it has begun. After that there are no lines.
 */
export function heldLines({ lines }: Lines, gone: AbortSignal, release: () => void): Lines {
  let isBegunOrOver = false;
  const begin = (): boolean => {
    const isFirst = !isBegunOrOver;
    isBegunOrOver = true;
    return isFirst;
  };
  const neverRead = (): void => {
    if (begin()) release();
  };
  if (gone.aborted) neverRead();
  else gone.addEventListener('abort', neverRead, { once: true });
  return new Lines(async function* (reader) {
    if (!begin()) return;
    try {
      yield* lines(reader);
    } finally {
      release();
    }
  });
}
