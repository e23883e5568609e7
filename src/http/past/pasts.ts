/** Questions about an organization as it was, and the interface that answers them. `src/past/` implements it. */
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
  /** Counts the request as this many more. Called if no replica is at the moment, so that it has to be brought back. */
  readonly charge?: (requests: number) => void;
};

/** `charged`: the requests that the answer cost besides this one. */
export type PastAnswer = { readonly answer: Answer | RawAnswer | Lines; readonly charged: number };

/** `moment` undefined: before the first event of the organization. */
type Onward = Pick<PastQuestion, 'realmId' | 'charge'> & {
  readonly moment: Pick<PastMoment, 'position'> | undefined;
  readonly limit: number;
};

export type StepsQuestion = Onward;

/** `until`: the last position of the stretch. */
export type ToldQuestion = Onward & {
  readonly userId: UserId;
  readonly options: Omit<QueueOptions, 'lifespanSecs'>;
  readonly until: number;
};

/** `upTo`: the moment at which it ends. */
export type ExportQuestion = Pick<PastQuestion, 'realmId' | 'charge'> & { readonly upTo: Pick<PastMoment, 'position'> };

/** `texts`: client events as JSON. `next`: the position after which it goes on; undefined at the end of the stretch. */
export type Told = { readonly texts: readonly string[]; readonly next: number | undefined };

/** `next`: the position after which it goes on; undefined at the end of the log. */
export type Steps = { readonly steps: readonly StepRow[]; readonly next: number | undefined };

export type Pasts = {
  /**
   * Answers as the organization was then. Throws what the endpoint throws, `PastNotReady` where it takes longer than a request may wait, and
   * `PastsTaken` where too many moments are looked at already.
   */
  ask(question: PastQuestion): Promise<PastAnswer>;
  /** What the events after a moment did. Throws the same. */
  steps(question: StepsQuestion): Promise<Steps>;
  /** What a queue would have been told after a moment. Throws the same. */
  told(question: ToldQuestion): Promise<Told>;
  /** The events up to a moment, as lines of an export. Throws the same. */
  exported(question: ExportQuestion): Promise<Lines>;
};

/** The moment is still being brought back, in the background. The same question can be answered later. */
export class PastNotReady extends Error {
  override name = 'PastNotReady';
}

export class PastsTaken extends Error {
  override name = 'PastsTaken';
}
