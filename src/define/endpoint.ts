/**
 * An endpoint: one declaration for validation, authentication, the OpenAPI description and test fixtures. The command or the query
 * decides whether the caller has permission, so that another entry point cannot forget that check.
 */
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import type { EventId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { RefusalCode } from '../vocabulary/refusals.ts';
import type { AnyCommand } from './command.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A file of a multipart form, received and durable, and removed after the call unless it was stored. */
export type SentFile = {
  readonly path: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Its first bytes. */
  readonly head: Buffer;
  /** As the client named it, and its media type as the client said. */
  readonly name: string;
  readonly type: string;
  discard(): Promise<void>;
};

/** How many files a form has. Only the first is received. */
export type SentFiles = { readonly count: number; readonly first?: SentFile };

/** One request, authenticated and validated. */
export type Call<P> = {
  readonly realmId: RealmId;
  /** The caller; 0 where `access` is `anyone`. */
  readonly userId: UserId;
  readonly parameters: P;
  /** Whether the caller would still be let in with the same key. To be asked while an answer takes long. */
  readonly isStillKnown: () => boolean;
  /** Name of the client software (docs/api.md, Requests). */
  readonly client: string;
  readonly requestId: string;
  /** The network address of the client. */
  readonly address: () => string;
  /** Scheme and host of the organization for this client, without a trailing slash. */
  readonly origin: () => string;
  /** Counts the request as this many more against the rate limit of the caller, because it costs as much. Negative: as this many fewer. */
  readonly charge: (requests: number) => void;
  /** Limits wrong credentials of the caller's network address. `admit` throws a 429; `count` counts one as this many. */
  readonly wrongCredentials: { readonly admit: () => void; readonly count: (times: number) => void };
  /** True where the host names no organization and there is no default one. */
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

/** The fields of the answer without `result` and `msg`, or the whole body as text: JSON and a line end, serialized already. */
export type Answer = Readonly<Record<string, unknown>> | TextAnswer;
export type TextAnswer = { readonly body: string };

/** An answer that is no JSON: a text or bytes, of the type that the endpoint declares in `raw`. */
export class RawAnswer {
  readonly body: string | Buffer;
  /** It never changes: clients and proxies may keep it. */
  readonly immutable: boolean;
  constructor(body: string | Buffer, { immutable = false }: { immutable?: boolean } = {}) {
    this.body = body;
    this.immutable = immutable;
  }
}

/** An answer that is a file, or a part of it where the request names one. */
export class FileAnswer {
  readonly file: { readonly name: string; readonly type: string; readonly size: number; readonly sha256: string };
  /** Undefined where the bytes are not there. */
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
 * What a handler returns when the answer may take long. `begin` is called once with the reply, and answers through it immediately or
 * later. The call and its parameters are not kept in memory while the client waits.
 */
export class LongPoll {
  readonly begin: (reply: Reply) => Promise<void> | undefined;
  constructor(begin: (reply: Reply) => Promise<void> | undefined) {
    this.begin = begin;
  }
}

/** An answer of many lines of JSON (`application/x-ndjson`), written as fast as the client reads. Ends early where the client is gone. */
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
  'Event queues': 'What clients follow: the state at one moment, and the events after it',
  Streams: 'Chat streams of the organization',
  Subscriptions: 'Who is subscribed to which stream, and how they have it shown',
  'Muted topics': 'Topics that a user does not want to hear of',
  Users: 'People of the organization',
  Presence: 'Who is there, what they say about themselves, and who is typing',
  'API keys': 'Getting and replacing API keys',
  Invitations: 'Links by which people join the organization',
  Bots: 'Programs that act under a name of their own',
  Emoji: "The organization's own emoji",
  Linkifiers: 'Patterns that become links in messages',
  'User groups': 'Names under which several users are mentioned at once',
  Organization: 'What is set up for the whole organization',
  'Profile fields': 'What the organization asks of its people',
  Files: 'Files that people upload, and link in messages',
  Settings: "A user's own settings",
  'Incoming webhooks': 'Addresses to which other services post what happened there',
  Audit: 'Who did what and who looked: for auditors and owners',
  Server: 'What the server tells anyone about itself',
} as const;
export type Tag = keyof typeof tags;

/** The fields of an answer beside `result` and `msg`. */
export type AnswerTo<R extends z.ZodObject> = DeepReadonly<z.output<R>>;

/** An error as an endpoint may answer it, for the description of the API. */
export type ErrorExample = {
  readonly status: number;
  readonly code?: string;
  readonly msg: string;
  /** Fields in addition to `result`, `msg` and `code`. */
  readonly fields?: Readonly<Record<string, unknown>>;
};

/** Who may ask, whether they must say why, and whether the answer has what others wrote (then only auditors may, with a reason). */
export type Privileged = {
  readonly by: 'auditors' | 'auditors-and-owners';
  readonly reason: 'required' | 'optional';
  readonly content: boolean;
};

/** Who asks for something privileged: whether they are an auditor, and why they ask. */
export type Asking = { readonly isAuditor: boolean; readonly reason: string | null };

/** What was put on record of a privileged call before its handler was called. */
export type Admitted = Pick<Privileged, 'content'> & { readonly eventId: EventId; readonly position: number };

export type FilePurpose = 'upload' | 'avatar' | 'emoji';

/** `C`: the commands that its handler may run; `S`: what the handler is given. */
export type Endpoint<
  S,
  P extends z.ZodObject = z.ZodObject,
  R extends z.ZodObject = z.ZodObject,
  C extends AnyCommand = AnyCommand,
> = {
  /** What generated clients call it, in camel case. */
  readonly id: string;
  readonly method: Method;
  /** The path below `/api/v1`, with `:name` for a path parameter. Path parameters are declared in `parameters` like all others. */
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
  /** Where `body` is `json`: what the body is, for the description of the API. */
  readonly payload?: z.ZodType;
  /** The field of a urlencoded form that may hold the JSON instead. */
  readonly payloadField?: string;
  /** The form has a file part, whose name does not matter: what it is for, which decides how large it may be. */
  readonly file?: FilePurpose;
  /** The header that tells what kind of body it is. */
  readonly eventHeader?: string;
  /** It takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** A GET with effects: there is no HEAD for it. */
  readonly changesState?: true;
  /**
   * With this parameter in the query it is a long poll. Its answers are what others do, so it has a limit of its own: nobody may use up
   * another's requests by sending them events.
   */
  readonly pollsBy?: string;
  /** Clients ask for it often: its answer has an ETag, and a client that has this answer already gets a 304. */
  readonly tagged?: true;
  /** Whether its answer lists all users, streams or subscribers of the organization, or may: few such answers are made at once. */
  readonly listsMany?: (parameters: z.output<P>) => boolean;
  /** It may look through all messages, or compare very long texts: few such requests of one user are handled at once. */
  readonly searches?: true;
  /** One field for each parameter, which parses the text that was sent (`src/http/request/parameters.ts`). */
  readonly parameters: P;
  /** Other names of parameters: `{ subject: 'topic' }`. A request with both names is refused. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly response: R;
  /** Whether an answer contains keys or tokens. Absent: none does. */
  readonly holdsKeys?: (answer: Answer) => boolean;
  /** Whether it answers 202: what was asked for is done in the background. */
  readonly answersBefore?: true | ((parameters: z.output<P>) => boolean);
  /** The answer is the whole body, without `result` and `msg`. */
  readonly bare?: true;
  /**
   * Only auditors, or auditors and owners, may call it, and that they do is put on record before the handler is called (`AuditAccessed`);
   * `src/http/request/privileged.ts` says how. Declare the parameter `reason` with `reasonParameter` from there. For a write that is an
   * event itself, leave this out: its command refuses whoever may not (`commands/rules/auditors.ts`).
   */
  readonly privileged?: (parameters: z.output<P>, asking: Asking) => Privileged;
  /** It answers with a file. The past has none: files are only kept as they are now. */
  readonly answersFile?: true;
  /** It answers with a `RawAnswer` or a `FileAnswer` of this type, for example that text. */
  readonly raw?: { readonly type: string; readonly example: string };
  /** An answer, for the description of the API. */
  readonly example: AnswerTo<R>;
  /** The only commands that the handler runs: what they refuse, the endpoint refuses. */
  readonly commands?: readonly C[];
  /** What else it refuses: its queries, for example. */
  readonly refusals?: readonly RefusalCode[];
  /** Further errors of its own. */
  readonly errors?: readonly ErrorExample[];
  readonly handle: (
    call: Call<z.output<P>>,
    services: S,
  ) => Promise<AnswerTo<R> | TextAnswer | LongPoll | RawAnswer | FileAnswer | Lines>;
};
