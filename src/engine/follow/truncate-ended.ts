/**
 * A log stream that has ended keeps its last event only, and so does every `ephemeral-…` stream now and then. What is recorded goes when it is
 * sealed. Where the log is out of reach it is tried again; what a process that ended has left is taken up by the next start.
 */
import { Semaphore } from '../../define/mutex.ts';
import type { EventLog, StoredEvent } from '../../ports/event-log.ts';
import { endsLogStream } from '../../state/ended-log-streams.ts';
import { clearsEphemeral } from '../../state/ephemeral.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { isRecorded } from '../../vocabulary/recorded-kinds.ts';
import type { Logger } from '../logger.ts';
import { untilDone } from '../react/until-done.ts';
import type { Followed, FollowerPart } from './follower.ts';

export type TruncatingParts = {
  readonly log: EventLog;
  /** Events up to this position are history: their streams were truncated when they ended, perhaps except the newest. */
  readonly newsAfter: number;
  readonly logger: Logger;
  readonly sealed: (realmId: RealmId, position: number) => Promise<void> | undefined;
  readonly pauseMs?: number;
};

type Ending = Pick<StoredEvent, 'stream' | 'revision' | 'position'> & {
  readonly realmId: RealmId;
  readonly isRecord: boolean;
};

/** How many of the newest endings in history are looked at again. Each costs a read of the newest event of its stream. */
const historyMax = 1_000;
/** While this many wait, because they cannot be sealed or the log is out of reach, further ones keep their events. */
const waitingMax = 10_000;
const atOnce = 4;

export class TruncateEnded implements FollowerPart {
  readonly #parts: TruncatingParts;
  #history: Ending[] = [];
  readonly #permits = new Semaphore(atOnce);
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();

  constructor(parts: TruncatingParts) {
    this.#parts = parts;
  }

  see({ event }: Pick<Followed, 'event'>): void {
    if (event.revision === 0) return;
    const ends = endsLogStream(event);
    if (!ends && !clearsEphemeral(event)) return;
    const { stream, revision, position, realmId } = event;
    const ending = { stream, revision, position, realmId, isRecord: isRecorded(event.kind, event.type) };
    if (position > this.#parts.newsAfter) this.#begin(ending);
    else if (ends) {
      this.#history.push(ending);
      if (this.#history.length > historyMax) this.#history.shift();
    }
  }

  settle(position: number): undefined {
    if (position < this.#parts.newsAfter) return;
    for (const ending of this.#history.splice(0)) this.#begin(ending);
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  #begin(ending: Ending): void {
    if (this.#stop.signal.aborted) return;
    if (this.#running.size >= waitingMax) {
      this.#tell(ending, new Error(`${waitingMax} log streams wait`));
      return;
    }
    const running = this.#truncate(ending).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #truncate(ending: Ending): Promise<void> {
    const { log, sealed, pauseMs } = this.#parts;
    const { signal } = this.#stop;
    try {
      if (ending.isRecord) await sealed(ending.realmId, ending.position);
    } catch (error) {
      // The process stops.
      if (!signal.aborted) this.#tell(ending, error);
      return;
    }
    let isTold = false;
    const failed = (error: unknown): void => {
      if (!isTold) this.#tell(ending, error);
      isTold = true;
    };
    const truncated = () => log.truncate(ending.stream, ending.revision);
    await this.#permits.run(() => untilDone(truncated, { signal, failed, pauseMs }));
  }

  #tell({ stream }: Ending, err: unknown): void {
    this.#parts.logger.warn({ err, stream }, 'the earlier events of a log stream were not removed');
  }
}
