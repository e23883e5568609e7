/** Reports the outcome of every append to the instruments, for commands and policies alike. */
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
