/**
 * Runs the policies. Each event that the follower hands over is offered to every policy; the actions it calls for are remembered,
 * carried out and marked as finished in the log. Following the log tells which actions are unfinished, so that a start goes on with
 * those that the last process left (docs/decisions/0001-policies-remember-from-the-log.md).
 */
import { setMaxListeners } from 'node:events';
import { handlerOf } from '../../define/handlers.ts';
import { KeyedMutex } from '../../define/mutex.ts';
import type { Policy } from '../../define/policy.ts';
import { policyProgress, policyStarted } from '../../state/policy-claims.ts';
import type { RealmState } from '../../state/realm-state.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { type LogStream, logStream } from '../../vocabulary/log-streams.ts';
import { FairTurns } from '../fair-turns.ts';
import type { Followed, FollowerPart } from '../follow/follower.ts';
import { ActionExecutor, type ActionExecutorParts, appendUnlessTaken, type How } from './action-executor.ts';
import {
  claimStreamOf,
  type PolicyAction,
  type PolicyMemory,
  restored,
  saved,
  type WaitingAction,
  waiting,
} from './policy-actions.ts';
import { untilDone } from './until-done.ts';
import { WaitingSubjects } from './waiting-subjects.ts';

export type PolicyRunnerParts = ActionExecutorParts & {
  readonly policies: readonly Policy<RealmState>[];
  /** Whether this process carries out the actions of performers: one process at a time does. Any process carries out the others. */
  readonly leads: () => boolean;
};

/** One request may call for hundreds of actions. All of them at once would hold the event loop, and so many share each flush of the log. */
const carriedOutAtOnce = 32;

/** Of those that finished last: a process that ends before it removes a plan ends right after the action is finished. */
const finishedKeptMax = 1_000;

export class PolicyRunner implements FollowerPart {
  readonly #parts: PolicyRunnerParts;
  readonly #actions: ActionExecutor;
  /** Name of a policy → the position of its start. It takes no action about earlier events. */
  readonly #started = new Map<string, number>();
  /** Actions whose result is not in the log yet, by claim stream, in the order of their causes. */
  readonly #pending = new Map<LogStream, WaitingAction>();
  /** Actions that are not finished as far as the log has been followed. */
  readonly #unfinished = new Map<LogStream, WaitingAction>();
  /** Actions that ended, the newest last, whose plans may still be in the log. */
  readonly #finished = new Set<LogStream>();
  /** Actions about one subject are carried out one after the other. */
  readonly #perSubject = new KeyedMutex();
  readonly #subjects = new WaitingSubjects();
  /** Organizations take turns. The actions of performers take none: they may wait for long. */
  readonly #turns = new FairTurns(carriedOutAtOnce, Number.POSITIVE_INFINITY, 'too many actions of policies wait');
  /** Requests that wait for actions; each is called when an action is done. */
  readonly #waiting = new Set<() => void>();
  readonly #stop = new AbortController();
  #isStarted = false;

  constructor(parts: PolicyRunnerParts) {
    this.#parts = parts;
    // As many actions as there may be listen to it.
    setMaxListeners(0, this.#stop.signal);
    this.#actions = new ActionExecutor(parts);
  }

  see({ event, realm }: Followed): void {
    handlerOf(policyProgress, event)?.(event, {
      started: (policy, position) => this.#started.set(policy, position),
      finished: (claim, hadPlan) => {
        this.#unfinished.delete(claim);
        this.#done(claim);
        if (hadPlan) this.#remember(claim);
      },
    });
    // For imported events the previous server has executed the actions.
    if (!realm || this.#parts.state.importing.has(realm.realmId)) return;
    for (const policy of this.#parts.policies) {
      if (!this.#started.has(policy.name)) continue;
      for (const subject of handlerOf(policy.on, event)?.(event, realm) ?? [])
        this.#add({ policy, subject, realmId: realm.realmId, event });
    }
  }

  /** The progress that was folded from the log, for a snapshot. */
  memory(): PolicyMemory {
    return { started: new Map(this.#started), unfinished: [...this.#unfinished.values()].map(saved) };
  }

  /** Continues from a snapshot. To be called before the log is followed from there. */
  async recall({ started, unfinished }: PolicyMemory): Promise<void> {
    for (const [name, position] of started) this.#started.set(name, position);
    for (const one of unfinished) {
      const action = await restored(this.#parts.log, this.#parts.policies, one);
      if (action) this.#add(action);
    }
  }

  /** Begins to carry out actions: first those that were left unfinished. To be called when the end of the log has been reached. */
  async start(): Promise<void> {
    for (const { name } of this.#parts.policies)
      if (!this.#started.has(name))
        await appendUnlessTaken(this.#parts, logStream.policy(name), policyStarted(name), 'none');
    this.#isStarted = true;
    for (const action of [...this.#pending.values()]) this.#schedule(action);
    this.#removePlans();
  }

  /** This process has become the one that carries out the actions of performers. */
  lead(): void {
    if (!this.#isStarted) return;
    for (const action of [...this.#pending.values()]) if (this.#isOutside(action)) this.#schedule(action);
    this.#removePlans();
  }

  /**
   * Resolves when the results of all awaited actions caused in that organization up to `position` are in the log, or after `waitMs`: what
   * the request asked for is done, so that it is answered as done. The actions are tried until the log takes them.
   */
  async settled(realmId: RealmId, position: number, waitMs: number): Promise<void> {
    const isPending = (): boolean =>
      [...this.#pending.values()].some(
        (action) => action.policy.awaited === true && action.realmId === realmId && action.event.position <= position,
      );
    if (!isPending() || this.#stop.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      const look = (): void => {
        if (!isPending() || this.#stop.signal.aborted) end();
      };
      const timer = setTimeout(() => {
        this.#parts.logger.warn(
          { realm: realmId, position },
          'a request is answered before what follows from it is done',
        );
        end();
      }, waitMs);
      this.#waiting.add(look);
    });
  }

  /** How many actions are not done. */
  get unfinished(): number {
    return this.#pending.size;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#tellWaiting();
    await this.#perSubject.idle();
  }

  #add(action: PolicyAction): void {
    const held = waiting(action);
    const claim = claimStreamOf(held);
    this.#pending.set(claim, held);
    this.#unfinished.set(claim, held);
    if (this.#isStarted) this.#schedule(held);
  }

  /** The process that finished it may have ended before it removed the plan: this one looks when it starts, and when it takes over. */
  #remember(claim: LogStream): void {
    if (this.#isStarted && this.#parts.leads()) return;
    this.#finished.add(claim);
    for (const oldest of this.#finished) {
      if (this.#finished.size <= finishedKeptMax) return;
      this.#finished.delete(oldest);
    }
  }

  #removePlans(): void {
    const { signal } = this.#stop;
    const claims = [...this.#finished];
    this.#finished.clear();
    const failed = (err: unknown): void => {
      if (!signal.aborted)
        this.#parts.logger.error({ err }, 'the plan of a finished action was not removed; trying again');
    };
    const remove = async (): Promise<void> => {
      for (const claim of claims) await untilDone(() => this.#actions.removePlan(claim), { signal, failed });
    };
    void this.#perSubject.run('plans of finished actions', remove);
  }

  #done(claim: LogStream): void {
    if (this.#pending.delete(claim)) this.#tellWaiting();
  }

  #tellWaiting(): void {
    for (const look of [...this.#waiting]) look();
  }

  #isOutside({ policy }: WaitingAction): boolean {
    return this.#parts.performers[policy.name] !== undefined;
  }

  #schedule(action: WaitingAction): void {
    if (this.#isOutside(action) && !this.#parts.leads()) return;
    const { realmId, policy, subject } = action;
    const key = `${realmId}.${policy.name}.${subject}`;
    const claim = claimStreamOf(action);
    switch (this.#subjects.admit(key, claim, policy.backlogMax)) {
      case 'waits-already':
        return;
      case 'waits':
        void this.#perSubject
          .run(key, () => this.#carryOut(action, 'performed'))
          .then(() => this.#subjects.leave(key, claim));
        return;
      case 'first-too-many':
        this.#parts.logger.warn({ realm: realmId, policy: policy.name, subject }, 'too many actions of a policy wait');
        void this.#perSubject.run(`${key} given up`, () => this.#carryOut(action, 'given-up-first'));
        return;
      case 'too-many':
        void this.#perSubject.run(`${key} given up`, () => this.#carryOut(action, 'given-up'));
    }
  }

  /** Tries until it is done or this process stops. Never rejects. */
  async #carryOut(held: WaitingAction, how: How): Promise<void> {
    const { signal } = this.#stop;
    const { event, policy } = held;
    const carryOut = async (): Promise<void> => {
      const action = held.whole ?? (await restored(this.#parts.log, this.#parts.policies, saved(held)));
      const claim = claimStreamOf(held);
      if (action) await this.#actions.carryOut(action, signal, () => this.#done(claim), how);
      else this.#forget(claim);
    };
    const failed = (err: unknown): void => {
      if (signal.aborted) return;
      this.#parts.logger.error(
        { err, policy: policy.name, event: event.id },
        'an action of a policy failed; trying again',
      );
    };
    // Those whose turn comes after the end are left for the next start.
    const unlessStopped = async (): Promise<void> => (signal.aborted ? undefined : carryOut());
    const inTurn = (): Promise<void> => this.#turns.run(String(held.realmId), unlessStopped);
    await untilDone(this.#isOutside(held) ? carryOut : inTurn, { signal, failed });
  }

  /** The event was erased from the log, and with it the action. */
  #forget(claim: LogStream): void {
    this.#unfinished.delete(claim);
    this.#done(claim);
  }
}
