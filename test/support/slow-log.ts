/** A log with the delays of a slow network, repeatable by a seed. */
import type { EventLog } from '../../src/ports/event-log.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
/** Delays each append and each delivery of events by a random number of turns of the event loop. */
export const slowLog = (log: EventLog, chance: () => number): EventLog => {
  const pause = async (): Promise<void> => {
    for (let turns = Math.floor(chance() * 12); turns > 0; turns -= 1) await new Promise(setImmediate);
  };
  return {
    ...log,
    async append(...given) {
      await pause();
      const result = await log.append(...given);
      await pause();
      return result;
    },
    subscribe: (after, prefixes, listener) =>
      log.subscribe(after, prefixes, {
        ...listener,
        async onEvents(events) {
          for (const event of events) {
            await pause();
            await listener.onEvents([event]);
          }
        },
      }),
  };
};

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
