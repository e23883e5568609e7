/**
 * A pool of a few replicas, each at one moment of one organization. A request for a later moment advances a replica. For an earlier moment
 * a new replica is opened, which replaces the least recently used one.
 */
import { Lines } from '../define/endpoint.ts';
import { heldLines } from '../define/held-lines.ts';
import { during } from '../define/under-way.ts';
import {
  type ClientEventsPage,
  type ClientEventsQuestion,
  type ExportQuestion,
  type PastAnswer,
  PastFailed,
  PastNotReady,
  type PastQuestion,
  type Pasts,
  type Steps,
  type StepsQuestion,
  TooManyPasts,
} from '../http/past/pasts.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { type ReplicaHandle, ReplicaLost } from './handle.ts';
import { isInUse, type PooledReplica } from './pooled-replica.ts';
import { replicaQueue } from './replica-queue.ts';

type ReplicaPoolParts = {
  /** Opens a replica at the newest copy that is not after the position, or at the first event if there is no such copy. */
  readonly open: (realmId: RealmId, position: number) => ReplicaHandle;
  /** The position of that copy; 0 if there is none. */
  readonly nearest?: (realmId: RealmId, position: number) => number;
  /** Called when a replica has reached its moment. */
  readonly onMoved?: () => void;
  readonly tail: () => Promise<number>;
  /** The bounds in milliseconds. Absent: the documented limits. Tests make them small. */
  readonly waitMs?: Millis;
  readonly idleMs?: Millis;
};

type ReplicaRequest = {
  readonly realmId: RealmId;
  readonly position: number;
  readonly charge: PastQuestion['charge'];
  readonly gone: PastQuestion['gone'];
  readonly isAlone?: boolean;
  /** Opens a new replica at the first event, because a replica that began at a copy could not be used. */
  readonly isFromFirst?: boolean;
};

type Acquired = { readonly pooled: PooledReplica; readonly wasThere: boolean };

/** Undefined if the replica has ended. */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof ReplicaLost)) throw error;
}

/** How often a request is tried again because its replica has ended. */
const triesMax = 3;

export class ReplicaPool implements Pasts {
  readonly #parts: ReplicaPoolParts;
  /** The replicas, the least recently used one first. */
  readonly #pooled = new Set<PooledReplica>();
  readonly #ending = new Set<Promise<void>>();
  readonly #queue = replicaQueue((realmId) => this.#inUse(realmId));
  #isClosed = false;
  #restored = 0;

  constructor(parts: ReplicaPoolParts) {
    this.#parts = parts;
  }

  /** `kept`: the number of replicas. `restored`: how often one was opened or moved since the start. */
  get counts(): { readonly kept: number; readonly restored: number } {
    return { kept: this.#pooled.size, restored: this.#restored };
  }

  ask(question: PastQuestion): Promise<PastAnswer> {
    const { realmId, moment, charge, gone } = question;
    return this.#withReplica({ realmId, position: moment.position, charge, gone }, (pooled) =>
      this.#answer(pooled, question),
    );
  }

  steps({ limit, ...question }: StepsQuestion): Promise<Steps> {
    return this.#forward(question, (replica) => replica.call('steps', limit));
  }

  clientEvents({ userId, options, until, limit, ...question }: ClientEventsQuestion): Promise<ClientEventsPage> {
    return this.#forward(question, (replica) => replica.call('clientEvents', { userId, options, until, limit }));
  }

  exported({ realmId, upTo, charge, gone }: ExportQuestion): Promise<Lines> {
    const asked = { realmId, position: 0, charge, gone, isAlone: true };
    return this.#withReplica(asked, async (pooled) => {
      const lines = await pooled.replica.exported(upTo.position, gone).catch(unlessLost);
      return lines && this.#heldFor(pooled, lines, gone);
    });
  }

  /** `go`: moves a replica, which meanwhile answers nobody else, forward to another position. */
  #forward<T extends { readonly position: number }>(
    { realmId, moment, charge, gone }: Omit<StepsQuestion, 'limit'>,
    go: (replica: ReplicaHandle) => Promise<T>,
  ): Promise<T> {
    const asked = { realmId, position: moment?.position ?? 0, charge, gone, isAlone: true };
    return this.#withReplica(asked, async (pooled) => {
      const found = await go(pooled.replica).catch(unlessLost);
      if (found) pooled.position = found.position;
      return found;
    });
  }

  /** Runs `work` with a replica that has reached the position. `work` returns undefined if the replica has ended. */
  async #withReplica<T>(asked: ReplicaRequest, work: (pooled: PooledReplica) => Promise<T | undefined>): Promise<T> {
    const { waitMs = limits.pastWaitSecs * 1000 } = this.#parts;
    const timedOut = Symbol('timedOut');
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<typeof timedOut>((resolve) => {
      timer = setTimeout(() => resolve(timedOut), waitMs);
      asked.gone.addEventListener('abort', () => resolve(timedOut), { once: true });
    });
    try {
      for (let tries = 1; ; tries += 1) {
        const { pooled, wasThere } = await this.#acquire({ ...asked, isFromFirst: tries === triesMax }, deadline);
        if (!wasThere) {
          this.#restored += 1;
          if (tries === 1) asked.charge(limits.requestsPerPast);
        }
        try {
          const there = await Promise.race([pooled.moving, deadline]);
          if (there === timedOut) {
            asked.gone.throwIfAborted();
            throw new PastNotReady('the moment is being reconstructed');
          }
          const answer = there && (await work(pooled));
          if (answer) return answer;
          this.#end(pooled);
          if (tries === triesMax) throw new PastFailed('the moment could not be reconstructed');
        } finally {
          if (asked.isAlone) pooled.isAlone = false;
          this.#release(pooled);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * A replica that is at the position, or is moving there. If all are in use it waits for one until `deadline`, and then throws TooManyPasts.
   * Throws the reason of `gone`.
   */
  async #acquire(asked: ReplicaRequest, deadline: Promise<unknown>): Promise<Acquired> {
    const acquired = await this.#queue.take(asked.realmId, deadline, async () => {
      const tail = await this.#parts.tail();
      asked.gone.throwIfAborted();
      return () => this.#assign(asked, tail);
    });
    if (!acquired) throw new TooManyPasts('all are being looked at');
    return acquired;
  }

  #inUse(realmId: RealmId): number {
    return [...this.#pooled].filter((pooled) => pooled.realmId === realmId && isInUse(pooled)).length;
  }

  /** Called when a request is answered, and when the lines of an answer are read. */
  #release(pooled: PooledReplica): void {
    pooled.users -= 1;
    this.#queue.wakeAll();
  }

  /** Closes all replicas, because they may contain erased bytes. */
  async closeAll(): Promise<void> {
    for (const pooled of this.#pooled) this.#end(pooled);
    await Promise.all(this.#ending);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.closeAll();
  }

  /** Undefined if the replica has ended. */
  async #answer(pooled: PooledReplica, { viewing, moment, gone }: PastQuestion): Promise<PastAnswer | undefined> {
    try {
      const { answer, charged } = await pooled.replica.answer(viewing, moment.now, gone);
      return { answer: answer instanceof Lines ? this.#heldFor(pooled, answer, gone) : answer, charged };
    } catch (error) {
      return unlessLost(error);
    }
  }

  /** Keeps the replica at its position from now on, until the lines are read. */
  #heldFor(pooled: PooledReplica, lines: Lines, gone: AbortSignal): Lines {
    pooled.users += 1;
    return heldLines(lines, gone, () => this.#release(pooled));
  }

  /** Undefined if all replicas are in use. */
  #assign(
    { realmId, position, isAlone = false, isFromFirst = false }: ReplicaRequest,
    tail: number,
  ): Acquired | undefined {
    if (this.#isClosed) throw new ReplicaLost('the service is stopping');
    const own = [...this.#pooled].filter((pooled) => pooled.realmId === realmId);
    const there = own.find(
      (pooled) => pooled.position === position && !pooled.isAlone && !(isAlone && isInUse(pooled)),
    );
    const before = own
      .filter((pooled) => !isInUse(pooled) && pooled.position < position)
      .sort((one, other) => other.position - one.position)[0];
    const copied = isFromFirst ? 0 : (this.#parts.nearest?.(realmId, position) ?? 0);
    const behind = before && before.position >= copied ? before : undefined;
    const pooled = there ?? behind ?? this.#open(realmId, own, isFromFirst ? 0 : position);
    if (!pooled) return undefined;
    this.#touch(pooled);
    pooled.users += 1;
    pooled.position = position;
    pooled.isAlone = isAlone;
    this.#move(pooled, tail);
    return { pooled, wasThere: there !== undefined };
  }

  #open(realmId: RealmId, own: readonly PooledReplica[], position: number): PooledReplica | undefined {
    const full =
      own.length >= limits.pastsOfOrganizationMax
        ? own
        : this.#pooled.size >= limits.pastsMax
          ? [...this.#pooled]
          : undefined;
    if (full) {
      const longestAgo = full.find((pooled) => !isInUse(pooled));
      if (!longestAgo) return undefined;
      this.#end(longestAgo);
    }
    const replica = this.#parts.open(realmId, position);
    const pooled: PooledReplica = {
      realmId,
      replica,
      position: 0,
      users: 0,
      isAlone: false,
      moving: Promise.resolve(true),
      isMoving: false,
      idle: undefined,
    };
    this.#pooled.add(pooled);
    void replica.ended.then(() => this.#forget(pooled));
    return pooled;
  }

  /** Moves the replica to `pooled.position`, after the moves that are under way. */
  #move(pooled: PooledReplica, tail: number): void {
    const { position } = pooled;
    pooled.isMoving = true;
    const moving = pooled.moving.then(async (was) => {
      const there = was && (await pooled.replica.call('goTo', { position, tail }).catch(() => false));
      if (pooled.moving === moving) pooled.isMoving = false;
      if (there) this.#parts.onMoved?.();
      else this.#end(pooled);
      this.#queue.wakeAll();
      return there;
    });
    pooled.moving = moving;
  }

  #touch(pooled: PooledReplica): void {
    if (!this.#pooled.delete(pooled)) return;
    this.#pooled.add(pooled);
    clearTimeout(pooled.idle);
    const expire = (): void => (isInUse(pooled) ? this.#touch(pooled) : this.#end(pooled));
    pooled.idle = setTimeout(expire, this.#parts.idleMs ?? limits.pastIdleSecs * 1000);
    pooled.idle.unref();
  }

  #end(pooled: PooledReplica): void {
    if (this.#forget(pooled)) void during(this.#ending, pooled.replica.close());
  }

  /** False if the replica was already forgotten. */
  #forget(pooled: PooledReplica): boolean {
    clearTimeout(pooled.idle);
    const was = this.#pooled.delete(pooled);
    this.#queue.wakeAll();
    return was;
  }
}
