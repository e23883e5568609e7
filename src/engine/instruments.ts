/** What the engine and the stores report for metrics. The functions are called for every append: each must be cheap and must not throw. */
import type { AppendResult, EventLog } from '../ports/event-log.ts';

/** `in-doubt`: the append failed without an answer, so that its events may or may not be in the log. */
type AppendOutcome = 'ok' | 'in-doubt' | Extract<AppendResult, { ok: false }>['reason'];

export type Instruments = {
  /** An append was answered. `events`: the number of events in it. */
  readonly appended: (outcome: AppendOutcome, events: number) => void;
  /** It was found out whether an append whose answer was lost is in the log. */
  readonly inDoubtResolved: (outcome: 'written' | 'not-written') => void;
  /** A subscription to the log broke, and continues from its last position. */
  readonly subscriptionDropped: () => void;
  /** A call of the projector to the read store failed; the projector tries again. */
  readonly readStoreFailed: () => void;
};

const ignored = (): void => undefined;

export const noInstruments: Instruments = {
  appended: ignored,
  inDoubtResolved: ignored,
  subscriptionDropped: ignored,
  readStoreFailed: ignored,
};

/** Reports the outcome of every append to the instruments, for commands and policies alike. */
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
