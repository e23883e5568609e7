/**
 * A command: something somebody wants, and the pure rule for what follows. One file of `commands/` each. `decide` sees the
 * organization's folded state and, for log streams that are not folded there, its own aggregate; it returns what happened, as
 * ordered appends, or a refusal. The first append can be refused by the log; the others are idempotent.
 */
import type { z } from 'zod';
import type { DomainEvent, Recorded } from '../vocabulary/events/index.ts';
import type { RenderedText } from '../vocabulary/events/message.ts';
import type { ChannelId, MessageId, Millis, ProfileFieldId, QueueId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { LogStream } from '../vocabulary/log-streams.ts';
import type { Refusal, RefusalCode } from '../vocabulary/refusals.ts';
import type { Aggregate } from './handlers.ts';

/** Events for one log stream, appended at once. */
export type Append = {
  readonly stream: LogStream;
  readonly events: readonly DomainEvent[];
  /**
   * What must be true of the log stream for the append to succeed; where it is not, the command is decided again. `new`: it does not
   * exist yet, and it is truncated again where a later append of the decision fails. `unchanged`: nothing was appended to it since the decision. `any`: nothing, the events follow whatever is there.
   * Absent: `unchanged` for the first append of a decision and for the log streams `directory` and `channels`, `any` for the others.
   */
  readonly expects?: 'new' | 'unchanged' | 'any';
};

/** `C`: the codes of the refusals that are possible. */
export type Decision<R, C extends RefusalCode = RefusalCode> =
  | { readonly ok: true; readonly appends: readonly Append[]; readonly result: R }
  | { readonly ok: false; readonly refusal: Refusal<C> };

/** What happened, in order, and what to answer. */
export const accept = <R>(appends: readonly Append[], result: R) =>
  ({ ok: true, appends: appends.filter((append) => append.events.length > 0), result }) as const;

/** The type of the refusal is kept, so that the compiler knows which codes a decision can give. */
export const refuse = <F extends Refusal>(refusal: F) => ({ ok: false, refusal }) as const;

/** Who acts; null: the service itself. */
export type Actor = UserId | null;

/** Ids never given before. Minted in the turn of the append, so that two decisions never get the same. */
export type Mint = {
  messageId(): MessageId;
  userId(): UserId;
  channelId(): ChannelId;
  realmId(): RealmId;
  profileFieldId(): ProfileFieldId;
  queueId(): QueueId;
};

export type Context<P = undefined, O = undefined> = {
  readonly realmId: RealmId;
  readonly actor: Actor;
  /** Never behind the newest event seen. */
  readonly now: Millis;
  readonly client: string;
  readonly mint: Mint;
  /** HMAC of an address: the directory knows addresses only by it. */
  readonly fingerprint: (address: string, realmId?: RealmId) => string;
  /** What a deletion keeps of an event it takes away. */
  readonly commitmentOf: (event: Recorded) => { commitment: string };
  /** What `prepare` found. */
  readonly prepared: P;
  /** The own aggregate, where the command has one that is not folded in the organization's state. */
  readonly own: O;
};

/** What `prepare` may ask for. */
export type Tools = {
  /** Renders Markdown. Mentions and stream links are resolved as of this moment (docs/api.md, Rendering). */
  readonly render: (content: string) => Promise<RenderedText>;
  readonly topicLinks: (topic: string) => string[];
};

export type Command<S, I, R, P = undefined, O = undefined, C extends RefusalCode = RefusalCode> = {
  readonly name: string;
  readonly summary: string;
  readonly input: z.ZodType<I>;
  /** The code of every refusal that `decide` can return, and no other. */
  readonly refusals: readonly C[];
  /** The log stream whose rule makes the decision exact: commands on one stream take turns. Null: a new stream each time. */
  readonly stream: (input: I, realmId: RealmId) => LogStream | null;
  /** Read from its own log stream for each decision. */
  readonly aggregate?: Aggregate<O>;
  /** Slow work before deciding, never repeated on a conflict. */
  readonly prepare?: (state: S, input: I, tools: Tools) => Promise<P>;
  readonly decide: (state: S, input: I, context: Context<P, O>) => Decision<R, C>;
};

/** What callers of a command need to know of it. */
export type AnyCommand = {
  readonly name: string;
  readonly input: z.ZodType;
  readonly refusals: readonly RefusalCode[];
  readonly decide: (...given: never[]) => unknown;
};

/** What a command answers when it is accepted. */
export type CommandResult<C extends AnyCommand> = ResultOf<ReturnType<C['decide']>>;

type ResultOf<D> = D extends { readonly ok: true; readonly result: infer R } ? R : never;
type CodeOf<D> = D extends { readonly ok: false; readonly refusal: { readonly code: infer C } } ? C : never;

/**
 * `commandOn<State>()` gives the function that declares a command decided on a `State`. All other types are inferred, and the
 * compiler compares `refusals` with what `decide` returns: a code that only one of them has is an error.
 */
export const commandOn =
  <S>() =>
  <I, C extends RefusalCode, D extends Decision<unknown, C>, P = undefined, O = undefined>(
    command: Omit<Command<S, I, unknown, P, O>, 'refusals' | 'decide'> & {
      readonly refusals: readonly (C & CodeOf<D>)[];
      readonly decide: (state: S, input: I, context: Context<P, O>) => D;
    },
  ): Command<S, I, ResultOf<D>, P, O, C> =>
    command as unknown as Command<S, I, ResultOf<D>, P, O, C>;
