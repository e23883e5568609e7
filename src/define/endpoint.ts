/**
 * An endpoint: one declaration from which validation, authentication, OpenAPI and the tests' fixtures come. Whether the caller
 * may do it is decided by the command or the query, not here, so that no second entry point forgets it.
 */
import type { z } from 'zod';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import type { RefusalCode } from '../vocabulary/refusals.ts';
import type { SharedText } from './shared-text.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** One request, authenticated and validated. */
export type Call<P> = {
  readonly realmId: RealmId;
  /** The caller; absent only where `access` is `anyone`. */
  readonly userId: UserId;
  readonly parameters: P;
  /** Name of the client software (docs/api.md, Requests). */
  readonly client: string;
  readonly requestId: string;
  /** Scheme and host under which the request came, without a trailing slash. */
  readonly origin: string;
  /** True where the host names no organization and there is no default one. */
  readonly rootHost: boolean;
  /** Where the endpoint takes a JSON body: what it held, or that it was no JSON. */
  readonly json?: { readonly ok: true; readonly value: unknown } | { readonly ok: false };
  /** `host`, `user-agent` and the like, lower-cased names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
};

/** The answer's fields beside `result` and `msg`; or text that is the whole body already, JSON and a line end, serialised once elsewhere. */
export type Answer = Readonly<Record<string, unknown>> | TextAnswer;
/** `shared`: what follows the body, where other answers end alike. */
export type TextAnswer = { readonly body: string; readonly shared?: SharedText };

/** Where a long poll's answer goes. Only the first of `answer` and `fail` counts. */
export type Reply = {
  /** The client has left. */
  readonly gone: boolean;
  answer(answer: Answer): void;
  /** Answers what was thrown as if the handler had thrown it. */
  fail(thrown: unknown): void;
  /** Calls `leave` once if the client goes away without an answer. */
  whenGone(leave: () => void): void;
};

/**
 * What a handler returns when its answer may take long. `begin` is called once, with the reply to answer through, now or whenever
 * there is news; neither the call nor its parameters are kept while the client waits.
 */
export class LongPoll {
  readonly begin: (reply: Reply) => Promise<void> | undefined;
  constructor(begin: (reply: Reply) => Promise<void> | undefined) {
    this.begin = begin;
  }
}

export type Endpoint<S, P extends z.ZodObject = z.ZodObject> = {
  readonly method: Method;
  /** Below `/api/v1`, with `:name` for path parameters, which are parameters like others. */
  readonly path: string;
  readonly summary: string;
  /** The section of the specification it serves. */
  readonly section: string;
  /** `key`: whoever's API key stands in the parameter `api_key`, incoming-webhook bots too (docs/api.md, Incoming webhooks). */
  readonly access: 'anyone' | 'user' | 'key';
  /** Whether an incoming-webhook bot may call it (docs/api.md, Authentication). */
  readonly incomingWebhookBots?: boolean;
  /** `json`: the body is JSON whatever its Content-Type says, and no parameters are read from it (docs/api.md, Incoming webhooks). */
  readonly body?: 'json';
  /** A GET that changes something: there is no HEAD for it. */
  readonly changesState?: true;
  /** Clients ask for it again and again: its answer has an ETag, and who has it already is told so in place of it. */
  readonly tagged?: true;
  /** Fields are wire parameters, each taking the text that was sent (`src/http/request/parameters.ts`). */
  readonly parameters: P;
  /** Other names of parameters: `{ subject: 'topic' }`. Both names at once is an error. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly response: z.ZodObject;
  readonly refusals: readonly RefusalCode[];
  readonly handle: (call: Call<z.output<P>>, services: S) => Promise<Answer | LongPoll>;
};
