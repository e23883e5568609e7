import { EventLogDamaged, eventNamed, type StoredEvent } from '../../ports/event-log.ts';

/** Folds the event. Throws EventLogDamaged if `fold` throws, as it does for data that do not have the form of their type. */
export function foldedOf<T>(stored: StoredEvent, fold: () => T): T {
  try {
    return fold();
  } catch (error) {
    throw new EventLogDamaged(
      `${eventNamed(stored)} cannot be folded. \`verbatim verify\` tells whether it is what was written: if it is not, ` +
        `put back a backup of the log; if it is, report this: ${placeOf(error)}`,
      { cause: error },
    );
  }
}

/** The error and where it was thrown, in one line. */
function placeOf(error: unknown): string {
  const [frame] = (error instanceof Error ? error.stack : undefined)?.match(/^ +at .*$/m) ?? [];
  return [String(error), frame?.trim()].join(' ').replaceAll('\n', ' ').trim();
}
