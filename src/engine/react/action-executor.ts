/**
 * Carries out one action of a policy: it claims the action in the log together with its plan, executes the commands of the plan, and marks
 * the action as finished. Any process can repeat it after a failure at any point, with the same result: the claim contains the ids of
 * messages, and the ids of events derive from the cause.
 */
import { v5 } from 'uuid';
import type { AnyCommand, Command } from '../../define/command.ts';
import { foldAggregate, handlerOf } from '../../define/handlers.ts';
import type { Planned } from '../../define/planned.ts';
import { type EventLog, EventLogUnavailable, type ExpectedRevision } from '../../ports/event-log.ts';
import {
  actionClaimed,
  actionFinished,
  type PolicyClaim,
  policyClaim,
  policyStarted,
} from '../../state/policy-claims.ts';
import type { RealmState, ServerState } from '../../state/realm-state.ts';
import type { DomainEvent } from '../../vocabulary/events/index.ts';
import { type LogStream, logStream } from '../../vocabulary/log-streams.ts';
import { appendByService, serviceClient } from '../decide/by-service.ts';
import type { Executor } from '../decide/executor.ts';
import { decode } from '../follow/decode.ts';
import type { Logger } from '../logger.ts';
import { claimStreamOf, nameOf, type Performer, type PolicyAction } from './policy-actions.ts';

/** A command that was found by its name, so that the types of its input and result are unknown. It parses its input itself. */
type NamedCommand = Command<RealmState, never, unknown, unknown, unknown>;

export type ActionExecutorParts = {
  readonly log: EventLog;
  readonly state: ServerState;
  readonly executor: Executor;
  /** Maps the name of a policy to its performer. Policies with a `plan` have none. */
  readonly performers: Readonly<Record<string, Performer>>;
  readonly commands: readonly AnyCommand[];
  readonly logger: Logger;
};

/**
 * An action is given up if too many actions of its subject wait. The first one that is given up may have another plan (`Performer.giveUp`);
 * later ones have none.
 */
export type How = 'performed' | 'given-up-first' | 'given-up';

type Claimed = Extract<PolicyClaim, { status: 'claimed' }>;
type Finished = Extract<PolicyClaim, { status: 'finished' }>;
/** A claim that was made by this process or another one. */
type ExistingClaim = Exclude<PolicyClaim, { status: 'unclaimed' }>;

export class ActionExecutor {
  readonly #parts: ActionExecutorParts;

  constructor(parts: ActionExecutorParts) {
    this.#parts = parts;
  }

  /**
   * Resolves when the action is marked as finished. `onResult` is called as soon as its result is in the log. Throws if the log is out of
   * reach or the performer fails; the caller must then call again.
   */
  async carryOut(
    action: PolicyAction,
    signal: AbortSignal,
    onResult: () => void,
    how: How = 'performed',
  ): Promise<void> {
    const stream = claimStreamOf(action);
    const performer = this.#parts.performers[action.policy.name];
    if (performer?.kind === 'do') {
      if (how === 'performed') await performer.perform(action.event, signal, action.subject);
      await this.#finish(stream, action, 'none');
      onResult();
      return;
    }
    let claim = await this.#claim(stream, action, () => this.#planned(action, performer, signal, how));
    if (claim.status === 'finished') {
      onResult();
      return this.#removePlan(stream, claim);
    }
    for (let number = 0; number < claim.plan.length; ) {
      const planned = claim.plan[number];
      if (planned && (await this.#execute(stream, action, planned, number)) === 'id-taken') {
        const newest = await this.#claimOtherId(stream, action, claim, number);
        // Another process has finished the action with an id that was free.
        if (newest.status === 'finished') {
          onResult();
          return this.#removePlan(stream, newest);
        }
        claim = newest;
      } else number += 1;
    }
    onResult();
    await this.#finish(stream, action, claim.revision);
    await this.#removePlan(stream, { revision: claim.revision + 1, hasPlan: true });
  }

  /** Removes the plan of a finished action. The process that finished it may have ended before it did so. */
  async removePlan(stream: LogStream): Promise<void> {
    const claim = await this.#read(stream);
    if (claim.status === 'finished') await this.#removePlan(stream, claim);
  }

  /** The plan contains the content of messages. It is removed so that a deletion of the message deletes that content everywhere. */
  async #removePlan(stream: LogStream, { revision, hasPlan }: Omit<Finished, 'status'>): Promise<void> {
    if (hasPlan) await this.#parts.log.truncate(stream, revision);
  }

  async #claim(
    stream: LogStream,
    action: PolicyAction,
    planned: () => Promise<readonly Planned[]> | readonly Planned[],
  ): Promise<ExistingClaim> {
    const earlier = await this.#read(stream);
    if (earlier.status !== 'unclaimed') return earlier;
    await this.#append(stream, actionClaimed(nameOf(action), action.event.id, await planned()), 'none');
    // If another process was faster, its claim counts.
    const claim = await this.#read(stream);
    if (claim.status === 'unclaimed') throw new Error(`the claim ${stream} cannot be read`);
    return claim;
  }

  /** Another process gave a message id of the plan to a different message, so that the plan gets a new id. The newest claim counts. */
  async #claimOtherId(stream: LogStream, action: PolicyAction, claim: Claimed, number: number): Promise<ExistingClaim> {
    const messageId = this.#parts.executor.messageIdFor(action.realmId);
    const plan = claim.plan.map((planned, at) =>
      at === number ? ({ ...planned, input: { ...planned.input, messageId } } as Planned) : planned,
    );
    await this.#append(stream, actionClaimed(nameOf(action), action.event.id, plan), claim.revision);
    const newest = await this.#read(stream);
    if (newest.status === 'unclaimed') throw new Error(`the claim ${stream} cannot be read`);
    return newest;
  }

  #planned(
    action: PolicyAction,
    performer: Extract<Performer, { kind: 'plan' }> | undefined,
    signal: AbortSignal,
    how: How,
  ): Promise<readonly Planned[]> | readonly Planned[] {
    const { event, subject } = action;
    if (how === 'given-up') return [];
    if (how === 'given-up-first') return performer?.giveUp?.(event, subject) ?? [];
    return performer ? performer.plan(event, subject, signal) : this.#plan(action);
  }

  #plan({ policy, event, subject, realmId }: PolicyAction): readonly Planned[] {
    const { state, executor } = this.#parts;
    const realm = state.realms.get(realmId);
    const plan = policy.plan && handlerOf(policy.plan, event);
    return realm && plan ? plan(event, subject, realm, { messageId: () => executor.messageIdFor(realmId) }) : [];
  }

  async #execute(
    stream: LogStream,
    action: PolicyAction,
    planned: Planned,
    number: number,
  ): Promise<'done' | 'id-taken'> {
    const { commands, executor, logger } = this.#parts;
    const command = commands.find(({ name }) => name === planned.command) as NamedCommand | undefined;
    if (!command) throw new Error(`no command is named ${planned.command}`);
    const { event, policy, realmId } = action;
    const { requestId } = event.metadata;
    const done = await executor.execute(command, planned.input as never, {
      realmId,
      actor: planned.actor ?? null,
      client: serviceClient,
      requestId,
      causedBy: event.id,
      eventIdAt: (index) => v5(`${stream}/${number}/${index}`, event.id),
    });
    if (done.ok) return 'done';
    if (done.refusal.code === 'id-taken') return 'id-taken';
    if (done.refusal.code === 'unavailable') throw new EventLogUnavailable(done.refusal.detail);
    const facts = { policy: policy.name, event: event.id, requestId, refusal: done.refusal.code };
    logger.warn(facts, 'a command of a policy was refused');
    return 'done';
  }

  /** Records from which event on the policy acts. */
  begin(policy: string): Promise<void> {
    return this.#append(logStream.policy(policy), policyStarted(policy), 'none');
  }

  async #finish(stream: LogStream, action: PolicyAction, expected: ExpectedRevision): Promise<void> {
    await this.#append(stream, actionFinished(nameOf(action), action.event.id), expected);
  }

  async #read(stream: LogStream): Promise<PolicyClaim> {
    const stored = await this.#parts.log.readStream(stream);
    return foldAggregate(
      policyClaim,
      stored.map(decode).filter((event) => event !== undefined),
    );
  }

  /** A conflict means that another process was faster. */
  async #append(stream: LogStream, event: DomainEvent, expected: ExpectedRevision): Promise<void> {
    const { log, executor } = this.#parts;
    await appendByService({ log, now: () => executor.now() }, stream, [event], expected);
  }
}
