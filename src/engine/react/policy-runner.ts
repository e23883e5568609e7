/**
 * Runs the policies. It passes each event from the follower to every policy, carries out the actions that the policy calls for, and marks
 * them as finished in the log. Which actions are unfinished follows from the log, so that a start continues those of the last process
 * (docs/decisions/0001-policies-remember-from-the-log.md).
 */
import { setMaxListeners } from 'node:events';
import { handlerOf } from '../../define/handlers.ts';
import { KeyedMutex } from '../../define/mutex.ts';
import type { Policy } from '../../define/policy.ts';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import { policyProgress } from '../../state/policy-claims.ts';
import type { RealmState } from '../../state/realm-state.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import type { LogStream } from '../../vocabulary/log-streams.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { FairSemaphore } from '../fair-semaphore.ts';
import type { Followed, FollowerPart } from '../follow/follower.ts';
import { Wakes } from '../wakes.ts';
import { ActionExecutor, type ActionExecutorParts, type How } from './action-executor.ts';
import { type FailingAction, FailingActions } from './failing-actions.ts';
import {
  claimStreamOf,
  type PolicyAction,
  type PolicyMemory,
  restored,
  saved,
  subjectOf,
  type WaitingAction,
  waiting,
} from './policy-actions.ts';
import { untilDone } from './until-done.ts';
import { WaitingSubjects } from './waiting-subjects.ts';

type PolicyRunnerParts = ActionExecutorParts & {
  readonly policies: readonly Policy<RealmState>[];
  /** Whether this process carries out the actions of performers; only one at a time does. Any carries out the others. */
  readonly leads: () => boolean;
  /** Milliseconds until an action that failed is tried again (1 s). */
  readonly retryMs?: number | undefined;
};

/** One request may cause hundreds of actions. All of them at once would block the event loop. This many share each flush of the log. */
const carriedOutAtOnce = 32;

/** How many finished actions are remembered, so that their plans are removed. Only those finished just before a process ended are needed. */
const finishedKeptMax = 1_000;

export class PolicyRunner implements FollowerPart {
  readonly #parts: PolicyRunnerParts;
  readonly #actions: ActionExecutor;
  /** Maps the name of a policy to the position at which it started. It takes no action on earlier events. */
  readonly #started = new Map<string, number>();
  /** Actions whose result is not in the log yet, by claim stream, in the order of the events that caused them. */
  readonly #pending = new Map<LogStream, WaitingAction>();
  /** Actions that are not finished as of the newest folded event. */
  readonly #unfinished = new Map<LogStream, WaitingAction>();
  /** Finished actions, newest last, whose plans may still be in the log. */
  readonly #finished = new Set<LogStream>();
  /** Carries out the actions on one subject one after the other. */
  readonly #perSubject = new KeyedMutex();
  readonly #subjects = new WaitingSubjects();
  readonly #failing: FailingActions;
  /** Organizations take turns. The actions of performers do not take part, because they may wait for long. */
  readonly #permits = new FairSemaphore(carriedOutAtOnce);
  /** Requests that wait for actions. They look again whenever an action is done. */
  readonly #waiting = new Wakes();
  readonly #stop = new AbortController();
  #isStarted = false;

  constructor(parts: PolicyRunnerParts) {
    this.#parts = parts;
    // Each action may add a listener.
    setMaxListeners(0, this.#stop.signal);
    this.#actions = new ActionExecutor(parts);
    this.#failing = new FailingActions(parts.logger, parts.retryMs);
  }

  see({ event, realm }: Followed): void {
    handlerOf(policyProgress, event)?.(event, {
      started: (policy, position) => this.#started.set(policy, position),
      finished: (claim, hadPlan) => {
        this.#forget(claim);
        if (hadPlan) this.#remember(claim);
      },
    });
    // The actions that imported events call for were executed on the previous server.
    if (!realm || this.#parts.state.importing.has(realm.realmId)) return;
    for (const policy of this.#parts.policies) {
      if (!this.#started.has(policy.name)) continue;
      for (const subject of handlerOf(policy.on, event)?.(event, realm) ?? [])
        this.#add({ policy, subject, realmId: realm.realmId, event });
    }
  }

  /** The progress of policies as folded from the log, for a snapshot. */
  memory(): PolicyMemory {
    return { started: new Map(this.#started), unfinished: [...this.#unfinished.values()].map(saved) };
  }

  /** Restores the progress from a snapshot. Must be called before the log is followed from there. */
  async restore({ started, unfinished }: PolicyMemory): Promise<void> {
    for (const [name, position] of started) this.#started.set(name, position);
    for (const one of unfinished) {
      const action = await restored(this.#parts.log, this.#parts.policies, one);
      if (action) this.#add(action);
    }
  }

  /** Begins to carry out actions, first those that were left unfinished. Must be called when the end of the log has been reached. */
  async start(): Promise<void> {
    for (const { name } of this.#parts.policies) if (!this.#started.has(name)) await this.#actions.begin(name);
    this.#isStarted = true;
    for (const action of [...this.#pending.values()]) this.#schedule(action);
    this.#removePlans();
  }

  /** This process has become the one that carries out the actions of performers. */
  lead(): void {
    if (!this.#isStarted) return;
    for (const action of [...this.#pending.values()]) if (this.#hasPerformer(action)) this.#schedule(action);
    this.#removePlans();
  }

  /**
   * Waits until the results of all awaited actions that were caused in that organization up to `position` are in the log, so that a request
   * is answered when its effects are done. It does not wait for actions that keep failing, nor for those behind them. After `waitMs` it
   * resolves all the same. The actions are tried until the log accepts them.
   */
  async settled(realmId: RealmId, position: number, waitMs: number): Promise<void> {
    const isAwaited = (action: WaitingAction): boolean =>
      action.policy.awaited === true &&
      action.realmId === realmId &&
      action.event.position <= position &&
      !this.#failing.isFailing(subjectOf(action));
    if (!(await this.#untilNone(() => [...this.#pending.values()].some(isAwaited), waitMs)))
      this.#parts.logger.warn(
        { realm: realmId, position },
        'a request is answered before the actions of policies on it are done',
      );
  }

  /**
   * Waits until no action is unfinished on an event that meets the condition, including the events that these actions append. Nobody waits
   * for actions that keep failing. Throws EventLogUnavailable if this process stops before that, and Refused (`unavailable`) after `waitMs`.
   */
  async finished(realmId: RealmId, concerns: (event: Recorded) => boolean, waitMs: number): Promise<void> {
    const isFinished = await this.#untilNone(() => this.isUnfinished(realmId, concerns), waitMs);
    if (this.#stop.signal.aborted) throw new EventLogUnavailable('the process stops');
    if (!isFinished)
      throw new Refused({
        code: 'unavailable',
        detail: 'what was asked for before is not done yet',
        cause: 'too-busy',
      });
  }

  /** Whether an action on an event that meets the condition is unfinished, and does not keep failing. */
  isUnfinished(realmId: RealmId, concerns: (event: Recorded) => boolean): boolean {
    return [...this.#unfinished.values()].some(
      ({ whole }) => whole?.realmId === realmId && concerns(whole.event) && !this.#failing.isFailing(subjectOf(whole)),
    );
  }

  /** Resolves when there is nothing to wait for any more, or when this process stops; after `waitMs` with false. */
  async #untilNone(isWaiting: () => boolean, waitMs: number): Promise<boolean> {
    const until = performance.now() + waitMs;
    while (!this.#stop.signal.aborted && isWaiting()) {
      const leftMs = until - performance.now();
      if (leftMs <= 0) return false;
      await this.#waiting.next(undefined, leftMs);
    }
    return true;
  }

  /** How many actions are not done. */
  get unfinished(): number {
    return this.#pending.size;
  }

  /** Actions that keep failing, each with its policy and organization. */
  get failing(): readonly FailingAction[] {
    return this.#failing.all();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#waiting.all();
    await this.#perSubject.idle();
  }

  #add(action: PolicyAction): void {
    const held = waiting(action);
    const claim = claimStreamOf(held);
    this.#pending.set(claim, held);
    this.#unfinished.set(claim, held);
    if (this.#isStarted) this.#schedule(held);
  }

  /**
   * Remembers a finished action whose plan may still be in the log, because the process that finished it may have ended too early. This
   * process removes the plan when it starts, or when it becomes the leader.
   */
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
    const work = 'plans of finished actions';
    const failed = (err: unknown): void => {
      if (signal.aborted || this.#failing.outages.waits(work, err)) return;
      this.#parts.logger.error({ err }, 'the plan of a finished action was not removed; trying again');
    };
    const remove = async (): Promise<void> => {
      for (const claim of claims)
        await untilDone(() => this.#actions.removePlan(claim), { signal, failed, pauseMs: this.#parts.retryMs });
      if (!signal.aborted) this.#failing.outages.resumed(work);
    };
    void this.#perSubject.run(work, remove);
  }

  #done(claim: LogStream): void {
    this.#pending.delete(claim);
    this.#waiting.all();
  }

  #hasPerformer({ policy }: WaitingAction): boolean {
    return this.#parts.performers[policy.name] !== undefined;
  }

  #schedule(action: WaitingAction): void {
    if (this.#hasPerformer(action) && !this.#parts.leads()) return;
    const { realmId, policy, subject } = action;
    const key = subjectOf(action);
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

  /** Tries until the action is done or this process stops. Never rejects. */
  async #carryOut(held: WaitingAction, how: How): Promise<void> {
    const { signal } = this.#stop;
    const { event, policy, realmId } = held;
    const subject = how === 'performed' ? subjectOf(held) : `${subjectOf(held)} given up`;
    let pauseMs = 0;
    const carryOut = async (): Promise<void> => {
      const action = held.whole ?? (await restored(this.#parts.log, this.#parts.policies, saved(held)));
      const claim = claimStreamOf(held);
      if (action) await this.#actions.carryOut(action, signal, () => this.#done(claim), how);
      else this.#forget(claim);
    };
    const failed = (err: unknown): void => {
      if (signal.aborted) return;
      pauseMs = this.#failing.failed(subject, { realmId, policy: policy.name, event: event.id }, err);
      this.#waiting.all();
    };
    // Actions whose turn comes after the stop are left for the next start.
    const inTurn = () => this.#permits.run(String(realmId), async () => (signal.aborted ? undefined : carryOut()));
    await untilDone(this.#hasPerformer(held) ? carryOut : inTurn, { signal, failed, pauseMs: () => pauseMs });
    if (!signal.aborted) this.#failing.succeeded(subject);
  }

  /** Forgets an action that is finished, or whose event was erased from the log. */
  #forget(claim: LogStream): void {
    this.#unfinished.delete(claim);
    this.#done(claim);
  }
}
