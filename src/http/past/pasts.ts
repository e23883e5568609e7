/** The interface for questions about an earlier state of an organization. `src/past/` implements it. */
import type { Answer, Lines, RawAnswer } from '../../define/endpoint.ts';
import type { PastMoment } from '../../queries/past-moment.ts';
import type { QueueOptions } from '../../vocabulary/events/queue.ts';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import type { StepRow } from '../../wire/replay.ts';
import type { Viewing } from './viewed.ts';

export type PastQuestion = {
  readonly realmId: RealmId;
  readonly moment: PastMoment;
  readonly viewing: Viewing;
  /** Charges the rate limit with this many more requests. Called if no replica is at the moment, so that it has to be reconstructed. */
  readonly charge: (requests: number) => void;
  /** Aborted when the client leaves, so that no moment is reconstructed for nobody. The question then fails with its reason. */
  readonly gone: AbortSignal;
};

/** `charged`: the requests that the answer cost in addition to the request itself. */
export type PastAnswer = { readonly answer: Answer | RawAnswer | Lines; readonly charged: number };

/** A question about what follows a moment. `moment` is undefined for a start before the first event of the organization. */
type Onward = Pick<PastQuestion, 'realmId' | 'charge' | 'gone'> & {
  readonly moment: Pick<PastMoment, 'position'> | undefined;
  readonly limit: number;
};

export type StepsQuestion = Onward;

/** `until`: the last position of the range. */
export type ClientEventsQuestion = Onward & {
  readonly userId: UserId;
  readonly options: Omit<QueueOptions, 'lifespanSecs'>;
  readonly until: number;
};

/** `upTo`: the moment at which the export ends. */
export type ExportQuestion = Pick<PastQuestion, 'realmId' | 'charge' | 'gone'> & {
  readonly upTo: Pick<PastMoment, 'position'>;
};

/** `texts`: client events as JSON. `next`: the position after which the next page begins; undefined at the end of the range. */
export type ClientEventsPage = { readonly texts: readonly string[]; readonly next: number | undefined };

/** `next`: the position after which the next page begins; undefined at the end of the log. */
export type Steps = { readonly steps: readonly StepRow[]; readonly next: number | undefined };

export type Pasts = {
  /**
   * Answers from the state at that moment. Throws what the endpoint throws, `PastNotReady` if it takes longer than a request may wait,
   * `TooManyPasts` if too many moments are in use already, and `PastFailed`.
   */
  ask(question: PastQuestion): Promise<PastAnswer>;
  /** What each event after a moment changed. Throws like `ask`. */
  steps(question: StepsQuestion): Promise<Steps>;
  /** The client events that a queue would have got after a moment. Throws like `ask`. */
  clientEvents(question: ClientEventsQuestion): Promise<ClientEventsPage>;
  /** The events up to a moment, as lines of an export. Throws like `ask`. */
  exported(question: ExportQuestion): Promise<Lines>;
};

/** The moment is still being reconstructed in the background. The same question can be answered later. */
export class PastNotReady extends Error {
  override name = 'PastNotReady';
}

/** Several processes in a row have ended before they had reconstructed the moment. */
export class PastFailed extends Error {
  override name = 'PastFailed';
}

export class TooManyPasts extends Error {
  override name = 'PastsTaken';
}
