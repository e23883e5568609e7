/** A log with the delays of a slow network, repeatable by a seed. */
import type { EventLog } from '../../src/ports/event-log.ts';

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
