/**
 * The pasts that are kept: a few replicas, each at one moment of one organization. A question about a later moment moves one forward; for an
 * earlier one another is begun, in place of the one that was asked longest ago.
 */
import { Lines } from '../define/endpoint.ts';
import {
  type ExportQuestion,
  type PastAnswer,
  PastNotReady,
  type PastQuestion,
  type Pasts,
  PastsTaken,
  type Steps,
  type StepsQuestion,
  type Told,
  type ToldQuestion,
} from '../http/past/pasts.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import { pastIdleSecs, pastsMax, pastsOfOrganizationMax, pastWaitSecs, requestsPerPast } from '../vocabulary/limits.ts';
import { type ReplicaHandle, ReplicaLost } from './handle.ts';

export type WarmPastsParts = {
  /** Begins at a copy that is not beyond a position, where there is one. */
  readonly open: (realmId: RealmId, position: number) => ReplicaHandle;
  /** The position of that copy; 0: there is none. */
  readonly nearest?: (realmId: RealmId, position: number) => number;
  /** Called when a moment was brought back. */
  readonly onThere?: () => void;
  /** The newest position that the log has acknowledged. */
  readonly tail: () => Promise<number>;
  /** Milliseconds; the limits where absent. Tests make them small. */
  readonly waitMs?: Millis;
  readonly idleMs?: Millis;
};

type Warm = {
  readonly realmId: RealmId;
  readonly replica: ReplicaHandle;
  position: number;
  /** Questions that wait or are being answered. */
  asked: number;
  /** Settles when the replica is where it was sent. It never rejects. */
  going: Promise<boolean>;
  isGoing: boolean;
  /** Whether one caller moves it, and nobody else is answered by it. */
  isAlone: boolean;
  idle: NodeJS.Timeout | undefined;
};

type Asked = {
  readonly realmId: RealmId;
  readonly position: number;
  readonly charge: PastQuestion['charge'];
  readonly isAlone?: boolean;
  /** Begun at the first event: what began at a copy could not be used. */
  readonly isFromFirst?: boolean;
};

type Placed = { readonly warm: Warm; readonly isThere: boolean };

/** Undefined: the replica has ended. */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof ReplicaLost)) throw error;
}

/** How often a question is asked anew because what it was asked of has ended. */
const triesMax = 3;

export class WarmPasts implements Pasts {
  readonly #parts: WarmPastsParts;
  /** The one that was asked longest ago first. */
  readonly #warm = new Set<Warm>();
  readonly #ending = new Set<Promise<void>>();
  /** Called when a past may be free. */
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;
  #broughtBack = 0;

  constructor(parts: WarmPastsParts) {
    this.#parts = parts;
  }

  /** How many are kept, and how often one was begun or moved on since the start. */
  get counts(): { readonly kept: number; readonly broughtBack: number } {
    return { kept: this.#warm.size, broughtBack: this.#broughtBack };
  }

  ask(question: PastQuestion): Promise<PastAnswer> {
    const { realmId, moment, charge } = question;
    return this.#within({ realmId, position: moment.position, charge }, (warm) => this.#answered(warm, question));
  }

  steps({ limit, ...question }: StepsQuestion): Promise<Steps> {
    return this.#forward(question, (replica) => replica.steps(limit));
  }

  told({ userId, options, until, limit, ...question }: ToldQuestion): Promise<Told> {
    return this.#forward(question, (replica) => replica.told({ userId, options, until, limit }));
  }

  exported({ realmId, upTo, charge }: ExportQuestion): Promise<Lines> {
    const asked = { realmId, position: 0, charge, isAlone: true };
    return this.#within(asked, async (warm) => {
      const lines = await warm.replica.exported(upTo.position).catch(unlessLost);
      return lines && this.#held(warm, lines);
    });
  }

  /** `go`: makes a replica, which answers nobody else meanwhile, go forward to another position. */
  #forward<T extends { readonly position: number }>(
    { realmId, moment, charge }: Omit<StepsQuestion, 'limit'>,
    go: (replica: ReplicaHandle) => Promise<T>,
  ): Promise<T> {
    const asked = { realmId, position: moment?.position ?? 0, charge, isAlone: true };
    return this.#within(asked, async (warm) => {
      const found = await go(warm.replica).catch(unlessLost);
      if (found) warm.position = found.position;
      return found;
    });
  }

  /** Asks a past that is at the position, once it is there. `work`: undefined where the replica has ended. */
  async #within<T>(asked: Asked, work: (warm: Warm) => Promise<T | undefined>): Promise<T> {
    const { waitMs = pastWaitSecs * 1000 } = this.#parts;
    const late = Symbol('late');
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<typeof late>((resolve) => {
      timer = setTimeout(() => resolve(late), waitMs);
    });
    try {
      for (let tries = 1; ; tries += 1) {
        const { warm, isThere } = await this.#placed({ ...asked, isFromFirst: tries === triesMax }, over);
        if (!isThere) {
          this.#broughtBack += 1;
          if (tries === 1) asked.charge?.(requestsPerPast);
        }
        try {
          const there = await Promise.race([warm.going, over]);
          if (there === late) throw new PastNotReady('the moment is being brought back');
          const answer = there && (await work(warm));
          if (answer) return answer;
          if (tries === triesMax) throw new PastNotReady('the moment could not be brought back');
        } finally {
          if (asked.isAlone) warm.isAlone = false;
          this.#leave(warm);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** A past that is there, or on its way. Where all are in use it waits for one until `over`, and throws PastsTaken then. */
  async #placed(asked: Asked, over: Promise<unknown>): Promise<Placed> {
    let isOver = false;
    void over.then(() => {
      isOver = true;
    });
    for (;;) {
      const tail = await this.#parts.tail();
      try {
        const placed = this.#at(asked, tail);
        placed.warm.asked += 1;
        return placed;
      } catch (error) {
        if (!(error instanceof PastsTaken) || isOver) throw error;
        await Promise.race([new Promise<void>((resolve) => this.#waiting.push(resolve)), over]);
      }
    }
  }

  /** Wakes those who wait for a free past. Called when a question is answered, and when a past has arrived or ended. */
  #leave(warm?: Warm): void {
    if (warm) warm.asked -= 1;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Puts away all that is kept: bytes that were erased may be in it. */
  async putAway(): Promise<void> {
    for (const warm of this.#warm) this.#end(warm);
    await Promise.all(this.#ending);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.putAway();
  }

  /** Undefined where the replica has ended. */
  async #answered(warm: Warm, { viewing, moment }: PastQuestion): Promise<PastAnswer | undefined> {
    try {
      const { answer, charged } = await warm.replica.answer(viewing, moment.now);
      return { answer: answer instanceof Lines ? this.#held(warm, answer) : answer, charged };
    } catch (error) {
      return unlessLost(error);
    }
  }

  /** The past stays where it is until the lines are read. */
  #held(warm: Warm, { lines }: Lines): Lines {
    const leave = () => this.#leave(warm);
    return new Lines(async function* held(gone) {
      warm.asked += 1;
      try {
        yield* lines(gone);
      } finally {
        leave();
      }
    });
  }

  /** Throws PastsTaken where all are in use. */
  #at({ realmId, position, isAlone = false, isFromFirst = false }: Asked, tail: number): Placed {
    if (this.#isClosed) throw new ReplicaLost('the service is stopping');
    const own = [...this.#warm].filter((warm) => warm.realmId === realmId);
    const there = own.find(
      (warm) => warm.position === position && !warm.isAlone && !(isAlone && (warm.asked > 0 || warm.isGoing)),
    );
    const before = own
      .filter((warm) => warm.asked === 0 && !warm.isGoing && warm.position < position)
      .sort((one, other) => other.position - one.position)[0];
    const copied = isFromFirst ? 0 : (this.#parts.nearest?.(realmId, position) ?? 0);
    const near = before && before.position >= copied ? before : undefined;
    const warm = there ?? near ?? this.#begun(realmId, own, isFromFirst ? 0 : position);
    this.#touch(warm);
    warm.position = position;
    warm.isAlone = isAlone;
    this.#send(warm, tail);
    return { warm, isThere: there !== undefined };
  }

  #begun(realmId: RealmId, own: readonly Warm[], position: number): Warm {
    const crowd =
      own.length >= pastsOfOrganizationMax ? own : this.#warm.size >= pastsMax ? [...this.#warm] : undefined;
    if (crowd) {
      const longestAgo = crowd.find((warm) => warm.asked === 0 && !warm.isGoing);
      if (!longestAgo) throw new PastsTaken('all are being looked at');
      this.#end(longestAgo);
    }
    const replica = this.#parts.open(realmId, position);
    const warm: Warm = {
      ...{ realmId, replica, position: 0, asked: 0, isAlone: false },
      ...{ going: Promise.resolve(true), isGoing: false, idle: undefined },
    };
    this.#warm.add(warm);
    void replica.ended.then(() => this.#forget(warm));
    return warm;
  }

  /** Moves the replica to `warm.position`, after the moves that are under way. */
  #send(warm: Warm, tail: number): void {
    const { position } = warm;
    warm.isGoing = true;
    const going = warm.going.then(async (was) => {
      const there = was && (await warm.replica.goTo({ position, tail }).catch(() => false));
      if (warm.going === going) warm.isGoing = false;
      if (there) this.#parts.onThere?.();
      else this.#end(warm);
      this.#leave();
      return there;
    });
    warm.going = going;
  }

  #touch(warm: Warm): void {
    if (!this.#warm.delete(warm)) return;
    this.#warm.add(warm);
    clearTimeout(warm.idle);
    const over = (): void => (warm.asked > 0 || warm.isGoing ? this.#touch(warm) : this.#end(warm));
    warm.idle = setTimeout(over, this.#parts.idleMs ?? pastIdleSecs * 1000);
    warm.idle.unref();
  }

  #end(warm: Warm): void {
    if (!this.#forget(warm)) return;
    const ended = warm.replica.close().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  /** False where it was forgotten already. */
  #forget(warm: Warm): boolean {
    clearTimeout(warm.idle);
    this.#leave();
    return this.#warm.delete(warm);
  }
}
