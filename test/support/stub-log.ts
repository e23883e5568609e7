/** A log of given events, for tests of how much of it is read. */
import type { EventLog } from '../../src/ports/event-log.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';

/** `read`: how many events each call of `readStream` gave. */
export function stubLog(events: readonly Recorded[]): { readonly log: EventLog; readonly read: number[] } {
  const read: number[] = [];
  const readStream: EventLog['readStream'] = async (stream, { direction = 'forward', from, limit = Infinity } = {}) => {
    const ofStream = events.filter((event) => event.stream === stream);
    const inOrder = direction === 'forward' ? ofStream : ofStream.reverse();
    const after = inOrder.filter(({ revision }) =>
      from === undefined ? true : direction === 'forward' ? revision >= from : revision <= from,
    );
    const found = after.slice(0, limit);
    read.push(found.length);
    return found.map((event) => ({ ...event }));
  };
  return { log: { readStream } as EventLog, read };
}
