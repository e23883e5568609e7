/** A log as a slow network makes it, in an order that follows from a seed. */
import type { EventLog } from '../../src/ports/event-log.ts';

/** Each append, and each handing over of events, takes a number of turns of the event loop that chance decides. */
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
