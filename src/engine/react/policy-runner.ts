/**
 * The policyRunner: what policies call for is remembered as the log is followed, claimed in the log with everything it needs, done, and
 * marked as done. What is unfinished when the process dies is known again from the log, and finished after the restart.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { v5, v7 } from 'uuid';
import type { Command } from '../../define/command.ts';
import { handlerOf } from '../../define/handlers.ts';
import type { Planned, Policy } from '../../define/policy.ts';
import { type EventLog, EventLogUnavailable } from '../../ports/event-log.ts';
import type { RealmState, ServerState } from '../../state/realm-state.ts';
import type { DomainEvent, EventType, Recorded } from '../../vocabulary/events/index.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { type LogStream, logStream } from '../../vocabulary/log-streams.ts';
import type { Executor } from '../decide/executor.ts';
import { stamped } from '../decide/stamp.ts';
import type { Followed, FollowerPart } from '../follow/follower.ts';
import type { Logger } from '../logger.ts';
import {
  type Act,
  actOf,
  type Claim,
  claimStreamOf,
  keptAct,
  type PoliciesMemory,
  standingClaim,
} from './policy-actions.ts';

/** An act that needs the world outside. `plan`: find out what to say; `do`: something that may be repeated without harm. */
export type Performer =
  | {
      readonly kind: 'plan';
      readonly plan: (event: Recorded, subject: string, signal: AbortSignal) => Promise<readonly Planned[]>;
    }
  | { readonly kind: 'do'; readonly act: (event: Recorded, signal: AbortSignal) => Promise<void> };

export type AnyCommand = Command<RealmState, never, unknown, unknown, unknown>;

export type PolicyRunnerParts = {
  readonly log: EventLog;
  readonly state: ServerState;
  readonly executor: Executor;
  readonly policies: readonly Policy<RealmState>[];
  readonly performers: Readonly<Record<string, Performer>>;
  readonly commands: readonly AnyCommand[];
  readonly logger: Logger;
  /** Whether this process does what needs the world outside: one at a time does. What is only said in the log, anyone may say. */
  readonly leads: () => boolean;
};

const retryMs = 1_000;

export class PolicyRunner implements FollowerPart {
  readonly #parts: PolicyRunnerParts;
  /** Name → where it was started; events before it are history to the policy. */
  readonly #started = new Map<string, number>();
  /** Acts that are not done, by reaction stream, in the order of their causes. */
  readonly #open = new Map<LogStream, Act>();
  /** Acts that are not finished as far as the log has been followed: more than those that are not done. */
  readonly #unfinished = new Map<LogStream, Act>();
  /** One lane for each realm, policy and subject, so that acts about one subject keep their order. */
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  readonly #stop = new AbortController();
  #live = false;

  constructor(parts: PolicyRunnerParts) {
    this.#parts = parts;
  }

  see({ event, realm }: Followed): void {
    if (event.type === 'PolicyStarted') this.#started.set(event.data.policy, event.position);
    if (event.type === 'PolicyActionFinished') {
      this.#unfinished.delete(event.stream);
      this.#close(event.stream);
    }
    // What is brought from another log was acted on there.
    if (!realm || this.#parts.state.importing.has(realm.realmId)) return;
    for (const policy of this.#parts.policies) {
      if (!this.#started.has(policy.name)) continue;
      for (const subject of handlerOf(policy.on, event)?.(event, realm) ?? [])
        this.#openAct({ policy, subject, realmId: realm.realmId, event });
    }
  }

  /** What following the log has told, for who goes on from here. */
  memory(): PoliciesMemory {
    return { started: new Map(this.#started), unfinished: [...this.#unfinished.values()].map(keptAct) };
  }

  /** Before the log is followed from where it was remembered. */
  async recall({ started, unfinished }: PoliciesMemory): Promise<void> {
    for (const [name, position] of started) this.#started.set(name, position);
    for (const kept of unfinished) {
      const act = await actOf(this.#parts.log, this.#parts.policies, kept);
      if (act) this.#openAct(act);
    }
  }

  /** From here on acts are performed: first those that were left unfinished. */
  async start(): Promise<void> {
    for (const policy of this.#parts.policies)
      if (!this.#started.has(policy.name))
        await this.#append(
          logStream.policy(policy.name),
          [{ type: 'PolicyStarted', data: { policy: policy.name } }],
          'none',
        );
    this.#live = true;
    for (const [stream, act] of [...this.#open]) this.#enter(stream, act);
  }

  /**
   * Resolves when every awaited act caused in that organization up to `position` is in the log. Throws EventLogUnavailable when
   * that takes longer than `waitMs`: acts are tried again until the log takes them, and who asked may ask again.
   */
  async settled(realmId: RealmId, position: number, waitMs: number): Promise<void> {
    const pending = (): boolean =>
      [...this.#open.values()].some(
        (act) => act.policy.awaited === true && act.realmId === realmId && act.event.position <= position,
      );
    if (!pending()) return;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.#tell();
    }, waitMs);
    while (pending() && !late && !this.#stop.signal.aborted)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    clearTimeout(timer);
    if (late && pending()) throw new EventLogUnavailable('what the request causes is not in the log yet');
  }

  /** How many acts are not finished. */
  get unfinished(): number {
    return this.#open.size;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#tell();
    await Promise.allSettled(this.#lanes.values());
  }

  #openAct(act: Act): void {
    const stream = claimStreamOf(act);
    this.#open.set(stream, act);
    this.#unfinished.set(stream, act);
    if (this.#live) this.#enter(stream, act);
  }

  /** It came to this process to do what needs the world outside. */
  lead(): void {
    for (const [stream, act] of [...this.#open])
      if (this.#live && this.#parts.performers[act.policy.name]) this.#enter(stream, act);
  }

  #close(stream: LogStream): void {
    if (this.#open.delete(stream)) this.#tell();
  }

  #tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #enter(stream: LogStream, act: Act): void {
    if (this.#parts.performers[act.policy.name] && !this.#parts.leads()) return;
    const lane = `${act.realmId}.${act.policy.name}.${act.subject}`;
    const mine = (this.#lanes.get(lane) ?? Promise.resolve()).then(() => this.#finish(stream, act));
    this.#lanes.set(lane, mine);
    void mine.then(() => {
      if (this.#lanes.get(lane) === mine) this.#lanes.delete(lane);
    });
  }

  /** Tries until it is done or the process stops; what stopped it is known from the log at the next start. */
  async #finish(stream: LogStream, act: Act): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#perform(stream, act);
        return;
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.#parts.logger.error(
          { err: error, policy: act.policy.name, event: act.event.id, requestId: act.event.metadata.requestId },
          'an act of a policy failed; trying again',
        );
        await delay(retryMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      }
    }
  }

  async #perform(stream: LogStream, act: Act): Promise<void> {
    const performer = this.#parts.performers[act.policy.name];
    if (performer?.kind === 'do') {
      await performer.act(act.event, this.#stop.signal);
      await this.#finished(stream, act, 'none');
      return;
    }
    let claim = await this.#claim(stream, act, performer);
    if (claim === 'finished') return this.#close(stream);
    for (let number = 0; number < claim.plan.length; ) {
      const planned = claim.plan[number];
      if (planned && (await this.#execute(stream, act, planned, number)) === 'id-taken')
        claim = await this.#claimOtherId(stream, act, claim, number);
      else number += 1;
    }
    // The act is in the log: who waits for it need not wait for the mark that says so.
    this.#close(stream);
    await this.#finished(stream, act, claim.revision);
    // The plan holds the words that were said; they stand in the message, and go with it.
    await this.#parts.log.truncate(stream, claim.revision + 1);
  }

  async #claim(
    stream: LogStream,
    act: Act,
    performer: Extract<Performer, { kind: 'plan' }> | undefined,
  ): Promise<Claim | 'finished'> {
    const standing = await standingClaim(this.#parts.log, stream);
    if (standing) return standing;
    const plan = performer ? await performer.plan(act.event, act.subject, this.#stop.signal) : this.#planned(act);
    const name = `${act.policy.name}.${act.subject}`;
    const data = { policy: name, causedBy: act.event.id, plan: plan as Planned[] } as never;
    const appended = await this.#append(stream, [{ type: 'PolicyActionClaimed', data }], 'none');
    if (appended) return { plan, revision: 0 };
    const other = await standingClaim(this.#parts.log, stream);
    if (!other) throw new Error(`the claim ${stream} stands nowhere`);
    return other;
  }

  /** Another process gave the id to something else: the act gets a new one, and the newest claim counts. */
  async #claimOtherId(stream: LogStream, act: Act, claim: Claim, number: number): Promise<Claim> {
    const messageId = this.#parts.executor.messageIdFor(act.realmId);
    const plan = claim.plan.map((planned, at) =>
      at === number ? { ...planned, input: { ...planned.input, messageId } } : planned,
    );
    const data = { policy: `${act.policy.name}.${act.subject}`, causedBy: act.event.id, plan } as never;
    await this.#append(stream, [{ type: 'PolicyActionClaimed', data }], claim.revision);
    const standing = await standingClaim(this.#parts.log, stream);
    if (!standing || standing === 'finished') throw new Error(`the claim ${stream} was finished by another`);
    return standing;
  }

  #planned({ policy, event, subject, realmId }: Act): readonly Planned[] {
    const realm = this.#parts.state.realms.get(realmId);
    if (!realm || !policy.plan) return [];
    const mint = { messageId: () => this.#parts.executor.messageIdFor(realmId) };
    return handlerOf(policy.plan, event)?.(event, subject, realm, mint) ?? [];
  }

  async #execute(stream: LogStream, act: Act, planned: Planned, number: number): Promise<'done' | 'id-taken'> {
    const command = this.#parts.commands.find((known) => known.name === planned.command);
    if (!command) throw new Error(`no command is named ${planned.command}`);
    const input = command.input.parse(planned.input);
    const done = await this.#parts.executor.execute(command, input, {
      realmId: act.realmId,
      actor: null,
      client: 'Internal',
      requestId: act.event.metadata.requestId,
      causedBy: act.event.id,
      eventIdAt: (index) => v5(`${stream}/${number}/${index}`, act.event.id),
    });
    if (done.ok) return 'done';
    if (done.refusal.code === 'id-taken') return 'id-taken';
    if (done.refusal.code === 'unavailable') throw new EventLogUnavailable(done.refusal.detail);
    this.#parts.logger.warn(
      {
        policy: act.policy.name,
        event: act.event.id,
        requestId: act.event.metadata.requestId,
        refusal: done.refusal.code,
      },
      'an act was refused',
    );
    return 'done';
  }

  async #finished(stream: LogStream, act: Act, expected: number | 'none'): Promise<void> {
    const data = { policy: `${act.policy.name}.${act.subject}`, causedBy: act.event.id };
    await this.#append(stream, [{ type: 'PolicyActionFinished', data }], expected);
    this.#close(stream);
  }

  /** False where somebody else stands there already. */
  async #append(
    stream: LogStream,
    events: readonly DomainEvent<EventType>[],
    expected: number | 'none',
  ): Promise<boolean> {
    const stamp = { actor: null, at: this.#parts.executor.now(), client: 'Internal', requestId: v7() };
    const result = await this.#parts.log.append(stream, stamped(events, stamp), expected);
    if (result.ok) return true;
    if (result.reason === 'conflict') return false;
    if (result.reason === 'unavailable') throw new EventLogUnavailable(result.detail);
    throw new Error(`the log refused ${stream}: ${result.reason}`);
  }
}
