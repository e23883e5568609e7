/** The log, with each append counted and told to the instruments: one place for commands, policies and claims alike. */
import type { EventLog } from '../ports/event-log.ts';
import type { Instruments } from './instruments.ts';

export type InstrumentedLog = EventLog & {
  /** How many appends are under way. */
  readonly appending: number;
};

export const instrumentedLog = (log: EventLog, { appended }: Instruments): InstrumentedLog => {
  let appending = 0;
  return {
    get appending() {
      return appending;
    },
    append(stream, events, expected) {
      appending += 1;
      return log.append(stream, events, expected).then(
        (result) => {
          appending -= 1;
          appended(result.ok ? 'ok' : result.reason, events.length);
          return result;
        },
        (error: unknown) => {
          appending -= 1;
          appended('in-doubt', events.length);
          throw error;
        },
      );
    },
    readStream: (stream, options) => log.readStream(stream, options),
    readAll: (after, prefixes) => log.readAll(after, prefixes),
    subscribe: (after, prefixes, listener) => log.subscribe(after, prefixes, listener),
    truncate: (stream, before) => log.truncate(stream, before),
    scrub: () => log.scrub(),
    tail: () => log.tail(),
    close: () => log.close(),
  };
};
