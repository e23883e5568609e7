/** The log as the engine uses it: the outcome of every append, of commands and policies alike, is reported to the instruments. */
import type { EventLog } from '../ports/event-log.ts';
import type { Instruments } from './instruments.ts';

export const instrumentedLog = (log: EventLog, { appended }: Instruments): EventLog => ({
  ...log,
  async append(stream, events, expected) {
    try {
      const result = await log.append(stream, events, expected);
      appended(result.ok ? 'ok' : result.reason, events.length);
      return result;
    } catch (error) {
      appended('in-doubt', events.length);
      throw error;
    }
  },
});
