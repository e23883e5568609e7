/** The log, with each append told to the instruments: one place for commands, policies and claims alike. */
import type { EventLog } from '../ports/event-log.ts';
import type { Instruments } from './instruments.ts';

export const countedLog = (log: EventLog, { appended }: Instruments): EventLog => ({
  append: (stream, events, expected) =>
    log.append(stream, events, expected).then(
      (result) => {
        appended(result.ok ? 'ok' : result.reason, events.length);
        return result;
      },
      (error: unknown) => {
        appended('in-doubt', events.length);
        throw error;
      },
    ),
  readStream: (stream, options) => log.readStream(stream, options),
  readAll: (after, prefixes) => log.readAll(after, prefixes),
  subscribe: (after, prefixes, listener) => log.subscribe(after, prefixes, listener),
  truncate: (stream, before) => log.truncate(stream, before),
  scrub: () => log.scrub(),
  tail: () => log.tail(),
  close: () => log.close(),
});
