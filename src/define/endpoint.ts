/**
 * An endpoint: one declaration for validation, authentication, the OpenAPI description and test fixtures. The command or the query
 * decides whether the caller has permission, so that another entry point cannot forget that check.
 */
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import type { EventId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { RefusalCode } from '../vocabulary/refusals.ts';
import type { AnyCommand, Check } from './command.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A file of a multipart form, received and durable, and removed after the call unless it was stored. */
export type SentFile = {
  readonly path: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** The first bytes of the file. */
  readonly head: Buffer;
  /** The file's name as the client gave it, and the media type as the client declared it. */
  readonly name: string;
  readonly type: string;
  discard(): Promise<void>;
};

/** The files of a form. `count` is their number; only the first is received. */
export type SentFiles = { readonly count: number; readonly first?: SentFile };

/** One request, authenticated and validated. */
export type Call<P> = {
  readonly realmId: RealmId;
  /** The caller; 0 if `access` is `anyone`. */
  readonly userId: UserId;
  readonly parameters: P;
  /** Whether the caller's key would still be accepted. Must be checked during a long answer. */
  readonly isStillKnown: () => boolean;
  /** The check of the commands that the handler runs. Throws the refusal of the caller's key, if it would not be accepted any more. */
  readonly check: Check;
  /** Name of the client software (docs/api.md, Requests). */
  readonly client: string;
  readonly requestId: string;
  /** The network address of the client. */
  readonly address: () => string;
  /** Scheme and host of the organization for this client, without a trailing slash. */
  readonly origin: () => string;
  /**
   * Charges the rate limit of the caller with this many more requests, because the request costs as much. A negative number gives requests
   * back.
   */
  readonly charge: (requests: number) => void;
  /** A signal that is aborted when the client leaves. A call that waits for long before its work begins must watch it. */
  readonly gone: () => AbortSignal;
  /** Limits wrong credentials for each network address. `admit` throws a 429. `count` counts one wrong credential as `times`. */
  readonly wrongCredentials: { readonly admit: () => void; readonly count: (times: number) => void };
  /** True if the host names no organization and there is no default organization. */
  readonly rootHost: boolean;
  /** For endpoints with `body: 'json'`: the parsed body, or that it was not JSON. */
  readonly json?: { readonly ok: true; readonly value: unknown } | { readonly ok: false };
  /** For endpoints with `file`: the files that were sent. */
  readonly files?: SentFiles;
  /** For endpoints with `privileged`. */
  readonly admitted?: Admitted;
  /** The request headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
};

/** The fields of the answer without `result` and `msg`. Or the whole body as text that is already serialized: JSON and a line end. */
export type Answer = Readonly<Record<string, unknown>> | TextAnswer;
export type TextAnswer = { readonly body: string };

/** An answer that is not JSON: a text or bytes, of the type that the endpoint declares in `raw`. */
export class RawAnswer {
  readonly body: string | Buffer;
  /** Whether it never changes, so that clients and proxies may cache it. */
  readonly immutable: boolean;
  constructor(body: string | Buffer, { immutable = false }: { immutable?: boolean } = {}) {
    this.body = body;
    this.immutable = immutable;
  }
}

/** An answer that is a file, or the part of it that the request names. */
export class FileAnswer {
  readonly file: { readonly name: string; readonly type: string; readonly size: number; readonly sha256: string };
  /** Undefined if the bytes are missing. */
  readonly open: (range?: { readonly from: number; readonly to: number }) => Promise<Readable | undefined>;
  constructor(file: FileAnswer['file'], open: FileAnswer['open']) {
    this.file = file;
    this.open = open;
  }
}

/** Answers a long poll. Only the first call of `answer` or `fail` has an effect. */
export type Reply = {
  /** Whether the client has disconnected. */
  readonly gone: boolean;
  answer(answer: Answer): void;
  /** Sends the same answer as if the handler had thrown this. */
  fail(thrown: unknown): void;
  /** Calls `leave` once if the client disconnects before it is answered. */
  whenGone(leave: () => void): void;
};

/**
 * A handler returns this if the answer may take long. `begin` is called once with the reply, and answers through it immediately or later.
 * The call and its parameters are not kept in memory while the client waits.
 */
export class LongPoll {
  readonly begin: (reply: Reply) => Promise<void> | undefined;
  constructor(begin: (reply: Reply) => Promise<void> | undefined) {
    this.begin = begin;
  }
}

/** An answer of many lines of JSON (`application/x-ndjson`), written as fast as the client reads. It ends early if the client is gone. */
export class Lines {
  readonly lines: (gone: AbortSignal) => AsyncIterable<string>;
  /** `gone` is aborted when the client has left. */
  constructor(lines: (gone: AbortSignal) => AsyncIterable<string>) {
    this.lines = lines;
  }
}

/** The resource that an operation is about; the description of the API groups by it. */
export const tags = {
  Messages: 'Sending, reading, changing and deleting messages',
  'Event queues': 'The state at one moment, and the events after it, for clients to follow',
  Streams: 'Chat streams of the organization',
  Subscriptions: 'Who is subscribed to which stream, and how clients show it',
  'Muted topics': 'Topics about which a user does not want to be notified',
  Users: 'People of the organization',
  Presence: 'Who is online, the statuses of users, and who is typing',
  'API keys': 'Getting and replacing API keys',
  Invitations: 'Links by which people join the organization',
  Bots: 'Accounts for programs',
  Emoji: 'Custom emoji of the organization',
  Linkifiers: 'Patterns that become links in messages',
  'User groups': 'Names under which several users are mentioned at once',
  Organization: 'Settings and data of the whole organization',
  'Profile fields': 'Custom fields in the profiles of people',
  Files: 'Files that people upload and link in messages',
  Settings: "A user's own settings",
  'Incoming webhooks': 'Addresses to which other services post their events',
  Audit: 'The audit trail, the ledger, legal holds, erasures and exports, for auditors and owners',
  Server: 'The settings and the state of the server',
} as const;
type Tag = keyof typeof tags;

/**
 * Whether parameters that the endpoint does not declare are refused. To the clients of the public API they are ignored. In an audit, a
 * misspelled filter must not answer more than was asked for.
 */
export const refusesUnknown = ({ tag }: { readonly tag: Tag }): boolean => tag === 'Audit';

/** The fields of an answer besides `result` and `msg`. */
type AnswerTo<R extends z.ZodObject> = DeepReadonly<z.output<R>>;

/** An error that an endpoint may answer, for the description of the API. */
export type ErrorExample = {
  readonly status: number;
  readonly code?: string;
  readonly msg: string;
  /** Fields in addition to `result`, `msg` and `code`. */
  readonly fields?: Readonly<Record<string, unknown>>;
};

/**
 * Who may call, and whether they must give a reason. `content`: whether the answer contains what others wrote; then only auditors may call,
 * with a reason.
 */
export type Privileged = {
  readonly by: 'auditors' | 'auditors-and-owners';
  readonly reason: 'required' | 'optional';
  readonly content: boolean;
};

/** The caller of a privileged endpoint: whether they are an auditor, and their reason. */
type Asking = { readonly isAuditor: boolean; readonly reason: string | null };

/** The record that was made of a privileged call before its handler was called. */
export type Admitted = Pick<Privileged, 'content'> & { readonly eventId: EventId; readonly position: number };

export type FilePurpose = 'upload' | 'avatar' | 'emoji';

/** `C`: the commands that its handler may run. `S`: the services that the handler gets. */
export type Endpoint<
  S,
  P extends z.ZodObject = z.ZodObject,
  R extends z.ZodObject = z.ZodObject,
  C extends AnyCommand = AnyCommand,
> = {
  /** The name in generated clients, in camel case. */
  readonly id: string;
  readonly method: Method;
  /** The path below `/api/v1`, with `:name` for a path parameter. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** `key`: the user or bot whose API key is in the parameter `api_key`, incoming-webhook bots included. */
  readonly access: 'anyone' | 'user' | 'key';
  /** Whether an incoming-webhook bot may call it. */
  readonly incomingWebhookBots?: boolean;
  /** `json`: the body is JSON whatever its Content-Type says, and no parameters are read from it. */
  readonly body?: 'json';
  /** The schema of the body for the description of the API, if `body` is `json`. */
  readonly payload?: z.ZodType;
  /** The field of a urlencoded form that may contain the JSON instead. */
  readonly payloadField?: string;
  /** The purpose of the form's file part, which decides how large the file may be. The name of the part does not matter. */
  readonly file?: FilePurpose;
  /** The header that names the kind of the body. */
  readonly eventHeader?: string;
  /** Whether it accepts an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** A GET with effects, which has no HEAD. */
  readonly changesState?: true;
  /**
   * With this parameter in the query, the request is a long poll. Polls have a limit of their own, because other users cause their answers:
   * nobody may use up another user's requests by sending them events.
   */
  readonly pollsBy?: string;
  /** For frequent requests: the answer has an ETag, and a client that already has the same answer gets a 304. */
  readonly tagged?: true;
  /**
   * Whether its answer lists all users, streams or subscribers of the organization, or may do so. Only a few such answers are made at a
   * time.
   */
  readonly listsMany?: (parameters: z.output<P>) => boolean;
  /**
   * Whether it may search all messages or all of the trail, or compare very long texts. Only a few such requests of one user, and of one
   * organization, are handled at a time.
   */
  readonly searches?: true;
  /** One field for each parameter, which parses the text that was sent (`src/http/request/parameters.ts`). */
  readonly parameters: P;
  /** Other names of parameters: `{ subject: 'topic' }`. A request with both names is refused. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly response: R;
  /** Whether an answer contains keys or tokens. Absent: none does. */
  readonly holdsKeys?: (answer: Answer) => boolean;
  /** Whether it answers 202 because the work is done in the background. */
  readonly runsInBackground?: true | ((parameters: z.output<P>) => boolean);
  /** The answer is the whole body, without `result` and `msg`. */
  readonly bare?: true;
  /**
   * Only auditors, or auditors and owners, may call the endpoint. Each call is recorded before the handler is called (`AuditAccessed`);
   * `src/http/request/privileged.ts` says how. Declare the parameter `reason` with `reasonParameter` from there. Leave this field out for a
   * write that is an event itself: its command refuses callers without permission (`commands/rules/auditors.ts`).
   */
  readonly privileged?: (parameters: z.output<P>, asking: Asking) => Privileged;
  /** Its answer exists for the present alone: a stored file, or the state of the service. */
  readonly presentOnly?: true;
  /** It answers with a `RawAnswer` or a `FileAnswer` of this type, for example that text. */
  readonly raw?: { readonly type: string; readonly example: string };
  /** With `Accept: application/x-ndjson` it answers lines instead, for example this one. */
  readonly lines?: string;
  /** An answer, for the description of the API. */
  readonly example: AnswerTo<R>;
  /** The only commands that the handler runs. The endpoint can answer all their refusals. */
  readonly commands?: readonly C[];
  /** Its other refusals, for example those of its queries. */
  readonly refusals?: readonly RefusalCode[];
  /** Its other errors. */
  readonly errors?: readonly ErrorExample[];
  readonly handle: (
    call: Call<z.output<P>>,
    services: S,
  ) => Promise<AnswerTo<R> | TextAnswer | LongPoll | RawAnswer | FileAnswer | Lines>;
};
