/**
 * Truncates log streams. A log stream that has ended keeps only its last event, and so does every `ephemeral-…` stream now and then.
 * Recorded events are truncated after they are sealed. While the log is out of reach, the truncation is tried again; the next start takes
 * up what a process left behind when it ended.
 */
import { Semaphore } from '../../define/mutex.ts';
import { during } from '../../define/under-way.ts';
import type { EventLog, StoredEvent } from '../../ports/event-log.ts';
import { clearsEphemeral, endsLogStream } from '../../state/ended-log-streams.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { isRecorded } from '../../vocabulary/recorded-kinds.ts';
import type { Logger } from '../logger.ts';
import { untilDone } from '../react/until-done.ts';
import type { Followed, FollowerPart } from './follower.ts';

type TruncatingParts = {
  readonly log: EventLog;
  /** Log streams that ended up to this position were truncated by an earlier process, except perhaps the newest ones. */
  readonly newsAfter: number;
  readonly logger: Logger;
  readonly sealed: (realmId: RealmId, position: number) => Promise<void> | undefined;
  readonly pauseMs?: number;
};

type Ending = Pick<StoredEvent, 'stream' | 'revision' | 'position'> & {
  readonly realmId: RealmId;
  readonly isRecord: boolean;
};

/** How many of the newest log streams that ended before the start are checked again. Each check reads one event. */
const historyMax = 1_000;
/** While this many ended log streams wait for sealing or for the log, further log streams are not truncated. */
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

  /** Resolves when no truncation is under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  #begin(ending: Ending): void {
    if (this.#stop.signal.aborted) return;
    if (this.#running.size >= waitingMax) {
      this.#logFailure(ending, new Error(`${waitingMax} log streams wait`));
      return;
    }
    void during(this.#running, this.#truncate(ending));
  }

  async #truncate(ending: Ending): Promise<void> {
    const { log, sealed, pauseMs } = this.#parts;
    const { signal } = this.#stop;
    try {
      if (ending.isRecord) await sealed(ending.realmId, ending.position);
    } catch (error) {
      // The process is stopping.
      if (!signal.aborted) this.#logFailure(ending, error);
      return;
    }
    let isLogged = false;
    const failed = (error: unknown): void => {
      if (!isLogged) this.#logFailure(ending, error);
      isLogged = true;
    };
    const truncated = () => log.truncate(ending.stream, ending.revision);
    await this.#permits.run(() => untilDone(truncated, { signal, failed, pauseMs }));
  }

  #logFailure({ stream }: Ending, err: unknown): void {
    this.#parts.logger.warn({ err, stream }, 'the earlier events of a log stream were not removed');
  }
}
