/** What the engine and the stores report for metrics. Called for every append: each must be cheap and must not throw. */
import type { AppendResult } from '../ports/event-log.ts';

/** `in-doubt`: it failed without an answer, so that its events may be in the log or not. */
export type AppendOutcome = 'ok' | 'in-doubt' | Extract<AppendResult, { ok: false }>['reason'];

export type Instruments = {
  /** An append was answered; `events`: how many it held. */
  readonly appended: (outcome: AppendOutcome, events: number) => void;
  /** An append whose answer was lost was found to be in the log, or not to be. */
  readonly inDoubtResolved: (outcome: 'written' | 'not-written') => void;
  /** A subscription to the log broke and goes on from where it was. */
  readonly subscriptionDropped: () => void;
  /** The read store failed the projector, which tries again. */
  readonly readStoreFailed: () => void;
};

const ignored = (): void => undefined;

export const noInstruments: Instruments = {
  appended: ignored,
  inDoubtResolved: ignored,
  subscriptionDropped: ignored,
  readStoreFailed: ignored,
};
