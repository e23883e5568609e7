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
import type { Refusal } from '../vocabulary/refusals.ts';
import type { Soon } from './soon.ts';

/** Events for one log stream, appended at once. */
export type Append = { readonly stream: LogStream; readonly events: readonly DomainEvent[] };

export type Decision<R> =
  | { readonly ok: true; readonly appends: readonly Append[]; readonly result: R }
  | { readonly ok: false; readonly refusal: Refusal };

/** What happened, in order, and what to answer. */
export const accept = <R>(appends: readonly Append[], result: R): Decision<R> => ({
  ok: true,
  appends: appends.filter((append) => append.events.length > 0),
  result,
});
export const refuse = (refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } => ({ ok: false, refusal });

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
  readonly leafOf: (event: Recorded) => { commitment: string };
  /** What `prepare` found. */
  readonly prepared: P;
  /** The own aggregate, where the command has one that is not folded in the organization's state. */
  readonly own: O;
};

/** What `prepare` may ask for. */
export type Tools = {
  /** Renders a text with the names that the organization knows at this moment (api-facts §4.2). */
  readonly render: (content: string) => Soon<RenderedText>;
  readonly topicLinks: (topic: string) => string[];
};

/** An aggregate read from its own log stream for one decision. */
export type Aggregate<O> = { readonly initial: () => O; readonly evolve: (state: O, event: Recorded) => O };

export type Command<S, I, R, P = undefined, O = undefined> = {
  readonly name: string;
  readonly summary: string;
  readonly input: z.ZodType<I>;
  /** The log stream whose rule makes the decision exact: commands on one stream take turns. Null: a new stream each time. */
  readonly stream: (input: I, realmId: RealmId) => LogStream | null;
  readonly aggregate?: Aggregate<O>;
  /** Slow work before deciding, never repeated on a conflict. */
  readonly prepare?: (state: S, input: I, tools: Tools) => Soon<P>;
  readonly decide: (state: S, input: I, context: Context<P, O>) => Decision<R>;
};
