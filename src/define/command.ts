/**
 * A command: what a caller wants to change, and the pure rule that decides it. Each command has a file in `commands/`. `decide` gets the
 * folded state of the organization and, for a log stream that is not folded there, an aggregate of that stream. It returns a refusal, or the
 * events as ordered appends. The log may refuse an append that has a condition (see `expects`).
 */
import type { z } from 'zod';
import type { DomainEvent, Recorded } from '../vocabulary/events/index.ts';
import type { KeptLeaf } from '../vocabulary/events/leaf.ts';
import type { RenderedText } from '../vocabulary/events/message.ts';
import type { Emoji } from '../vocabulary/events/reactions.ts';
import type {
  ChannelId,
  EventId,
  FileId,
  InvitationId,
  MessageId,
  Millis,
  ProfileFieldId,
  QueueId,
  RealmId,
  ScheduledMessageId,
  UserId,
} from '../vocabulary/ids.ts';
import type { LogStream } from '../vocabulary/log-streams.ts';
import type { Refusal, RefusalCode } from '../vocabulary/refusals.ts';
import type { Aggregate } from './handlers.ts';

/** Events for one log stream, appended together. */
export type Append = {
  readonly stream: LogStream;
  readonly events: readonly DomainEvent[];
  /**
   * What must be true of the log stream for the append to succeed. If it is not true, the command is decided again.
   * - `new`: the log stream does not exist yet. Its events are withdrawn if a later append of the decision is refused.
   * - `unchanged`: nothing has been appended to it since the decision.
   * - `any`: no condition.
   *
   * Default: `unchanged` for the first append of a decision and for the log streams `directory` and `channels`, `any` for others.
   */
  readonly expects?: 'new' | 'unchanged' | 'any';
  /**
   * Whether the append may still be made. It is called, on the newer state, if another process has appended to the log stream of an append
   * after the first, or if other commands were executed between the pieces of a large decision. If it returns false, the append is left out
   * (see `resultWithout`).
   */
  readonly still?: () => boolean;
  /** The ids of the events, if a claim or the result names them. Absent: new ids. */
  readonly ids?: readonly EventId[];
};

/** Is called with each decision, before it is appended. If it throws, nothing is appended. */
export type Check = (appends: readonly Append[]) => void;

/** `R`: the result for the caller. `C`: the codes of possible refusals. */
export type Decision<R, C extends RefusalCode = RefusalCode> =
  | {
      readonly ok: true;
      readonly appends: readonly Append[];
      readonly result: R;
      /** The result if events were left out. Absent: the result is the same, because the caller did not request those events. */
      readonly resultWithout?: (leftOut: readonly DomainEvent[]) => R;
    }
  | { readonly ok: false; readonly refusal: Refusal<C> };

/** A decision to append these events in this order. */
export const accept = <R>(
  appends: readonly Append[],
  result: R,
  resultWithout?: (leftOut: readonly DomainEvent[]) => R,
) =>
  ({
    ok: true,
    appends: appends.filter((append) => append.events.length > 0),
    result,
    ...(resultWithout && { resultWithout }),
  }) as const;

/** A decision to append one event. */
export const acceptEvent = <R extends object>(stream: LogStream, event: DomainEvent, result: R = {} as R) =>
  accept([{ stream, events: [event] }], result);

/** A refusal, with its exact type, so that the compiler knows which codes a decision can have. */
export const refuse = <F extends Refusal>(refusal: F) => ({ ok: false, refusal }) as const;

/** The user who executes the command; null: the service itself. */
export type Actor = UserId | null;

/** Makes new ids. It is used while the mutex of the log stream is held, so that two decisions never get the same id. */
export type IdGenerator = {
  eventId(): EventId;
  messageId(): MessageId;
  userId(): UserId;
  channelId(): ChannelId;
  realmId(): RealmId;
  profileFieldId(): ProfileFieldId;
  queueId(): QueueId;
  fileId(): FileId;
  scheduledMessageId(): ScheduledMessageId;
  invitationId(): InvitationId;
};

export type Context<P = undefined, O = undefined> = {
  readonly realmId: RealmId;
  readonly actor: Actor;
  /** Milliseconds since 1970. Never before the time of the newest event. */
  readonly now: Millis;
  readonly client: string;
  readonly generate: IdGenerator;
  /** The HMAC of an e-mail address, under which the directory has it. The directory contains no addresses, only their fingerprints. */
  readonly fingerprint: (address: string, realmId?: RealmId) => string;
  /** Signs the hash of a user's password with the secret. Only a hash that is signed is compared with a password. */
  readonly signPassword: (userId: UserId, hash: string) => string;
  /** The leaf of an event in the ledger. An event that removes another one from the log contains its leaf. */
  readonly leafOf: (event: Recorded) => KeptLeaf;
  readonly prepared: P;
  /** The state of the command's `aggregate`, if it has one. */
  readonly own: O;
};

export type RenderOptions = { readonly writer?: Actor; readonly htmlBytesMax?: number };

/** What `prepare` can use. */
export type Tools = {
  /**
   * Renders Markdown. Mentions and stream links are resolved in the current state (docs/api.md, Rendering). Only streams that the `writer`
   * knows of become links; by default the writer is the user who executes the command. With `htmlBytesMax`, longer HTML is replaced by the
   * escaped text.
   */
  readonly render: (content: string, how?: RenderOptions) => Promise<RenderedText>;
  readonly topicLinks: (topic: string) => string[];
  /** The emoji with a name, the organization's own first. With `type`, only an emoji of that type. */
  readonly emojiNamed: (name: string, type?: Emoji['type']) => Emoji | undefined;
  /** Whether there is a Unicode emoji with this code. */
  readonly isEmojiCode: (code: string) => boolean;
};

export type Command<S, I, R, P = undefined, O = undefined, C extends RefusalCode = RefusalCode> = {
  readonly name: string;
  readonly input: z.ZodType<I>;
  /** The codes of all refusals that `decide` can return, and no others. */
  readonly refusals: readonly C[];
  /**
   * The log stream that protects the rule: commands on one log stream are decided one after the other. Null: each execution begins a new
   * log stream.
   */
  readonly stream: (input: I, realmId: RealmId) => LogStream | null;
  /** Another log stream to which the events may go. Commands on it are decided one after the other, too. */
  readonly alsoOn?: (input: I, realmId: RealmId) => LogStream | undefined;
  /** The aggregate that is folded from the command's log stream, which is read for each decision. */
  readonly aggregate?: Aggregate<O>;
  /** Slow work before the decision. It is not repeated after a conflict. */
  readonly prepare?: (state: S, input: I, tools: Tools) => Promise<P>;
  readonly decide: (state: S, input: I, context: Context<P, O>) => Decision<R, C>;
};

/** The parts of a command that its callers need. */
export type AnyCommand = {
  readonly name: string;
  readonly input: z.ZodType;
  readonly refusals: readonly RefusalCode[];
  readonly decide: (...given: never[]) => unknown;
};

/** The result of a command when it is accepted. */
export type CommandResult<C extends AnyCommand> = ResultOf<ReturnType<C['decide']>>;

type ResultOf<D> = D extends { readonly ok: true; readonly result: infer R } ? R : never;
type CodeOf<D> = D extends { readonly ok: false; readonly refusal: { readonly code: infer C } } ? C : never;

/**
 * `commandOn<State>()` returns the function that declares commands on a `State`. All other types are inferred. The compiler compares
 * `refusals` with what `decide` returns: a code that only one of them has is an error.
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
