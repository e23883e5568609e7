/** The services of the application for an endpoint's handler: commands, reads, waits, and values that are derived from the secret. */
import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { AnyCommand, Check, Command, CommandResult } from '../define/command.ts';
import type { KeyedMutex } from '../define/mutex.ts';
import type { Contents } from '../engine/files/contents.ts';
import type { News } from '../engine/follow/news.ts';
import type { Passwords } from '../engine/passwords.ts';
import type { Secrets } from '../engine/secrets.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { EventReader } from '../queries/trail/names.ts';
import type { QueueService } from '../queues/service.ts';
import type { TextWork } from '../rendering/text-work.ts';
import type { ExportFiles } from '../review/export-files.ts';
import type { ExportProgress } from '../review/making.ts';
import type { SingleSignOn } from '../sso/open-id-connect.ts';
import type { RealmState, ServerState } from '../state/realm-state.ts';
import type { Erasable, ErasureTarget } from '../vocabulary/events/erasures.ts';
import type { RenderedText } from '../vocabulary/events/message.ts';
import type { Millis, RealmId, UserId } from '../vocabulary/ids.ts';
import type { Operations } from './operations/status-of-realm.ts';
import type { Pasts } from './past/pasts.ts';
import type { Attempts } from './request/attempts.ts';

/** Who causes a command, with which client and request. A call has these fields. */
export type By = {
  readonly realmId: RealmId;
  readonly userId: UserId | null;
  readonly client: string;
  readonly requestId: string;
  readonly check?: Check | undefined;
  /** Only decides: throws the refusal of the command, if there is one, and records nothing. For callers whose input is costly to make. */
  readonly dryRun?: boolean | undefined;
};

export type Services = {
  readonly config: Config;
  readonly secrets: Secrets;
  /** A clock that never jumps (`steadyClock`), for limits and for values that depend on the time of day. */
  readonly now: () => Millis;
  /** The time of an event that is appended now. It is never before the newest event. */
  readonly eventTime: () => Millis;
  /** The folded state, for authentication and for the preparation of commands. Answers are read with `read`. */
  readonly state: ServerState;
  readonly realm: (realmId: RealmId) => RealmState;
  /** Executes a command; resolves once its events are durable. Throws `Refused`. `position` is that of its last event. */
  readonly run: <I, R, P, O>(
    command: Command<RealmState, I, R, P, O>,
    input: I,
    by: By,
  ) => Promise<{ result: R; position: number }>;
  /** Executes a command about the server as a whole, for the service itself. Throws `Refused`. */
  readonly runOnServer: <I, R, P, O>(command: Command<ServerState, I, R, P, O>, input: I) => Promise<R>;
  /** Runs `body` on one consistent view of the read models that has absorbed every write which this process has acknowledged. */
  readonly read: <T>(body: (view: ReadView) => Promise<T>) => Promise<T>;
  /** The messages of a target in the order of their ids, page by page. Each page is read from a view of its own. */
  readonly erasablePages: (realmId: RealmId, target: ErasureTarget) => AsyncIterable<readonly Erasable[]>;
  /** Resolves when the state contains everything that was in the log at the call. Throws EventLogUnavailable. */
  readonly catchUp: () => Promise<void>;
  /** Waits until the policies have acted on everything up to `position` in that organization. The wait has a time limit. */
  readonly settled: (realmId: RealmId, position: number) => Promise<void>;
  /**
   * Runs a command that moves or deletes messages, and runs it again when earlier moves and deletions of the same topics are complete. Throws
   * Refused (`unavailable`) after a time, and EventLogUnavailable.
   */
  readonly onWholeTopics: <T>(by: By, run: (check: Check) => Promise<T>) => Promise<T>;
  /** Serializes moves of many messages, one at a time in each organization. */
  readonly moves: KeyedMutex;
  /** Renders a text as if the user wrote it, without sending it (POST /messages/render). */
  readonly render: (realmId: RealmId, userId: UserId, content: string) => Promise<RenderedText>;
  /** Compares and highlights texts, long ones on another thread. */
  readonly texts: TextWork;
  /** The events of a log stream from a revision on. Erased events are left out. Throws EventLogUnavailable. */
  readonly events: EventReader;
  /** Wakes callers when events are folded. */
  readonly news: News;
  readonly queues: QueueService;
  readonly passwords: Passwords;
  readonly signIns: Attempts;
  readonly invitationEmails: Attempts;
  readonly invitationEmailsOfMembers: Attempts;
  /** Absent if no provider is configured. */
  readonly singleSignOn?: SingleSignOn | undefined;
  /** The bytes of uploaded files. */
  readonly contents: Contents;
  /** The status of the service. */
  readonly operations: Operations;
  /** Earlier states of organizations. */
  readonly pasts: Pasts;
  /**
   * Whether the request is an auditor's, as another user or at an earlier moment. Then secrets are null, and nothing is registered or
   * recorded.
   */
  readonly forAuditor?: boolean;
  /** The files of exports for review, and the progress of those that are being made. */
  readonly exports: ExportFiles;
  readonly exportProgress: ExportProgress;
};

/** Executes only the commands of a list. */
type Run<C extends AnyCommand> = <K extends C>(
  command: K,
  input: z.output<K['input']>,
  by: By,
) => Promise<{ result: CommandResult<K>; position: number }>;

/** The services with a `run` that accepts only these commands. */
export type ServicesRunning<C extends AnyCommand> = Omit<Services, 'run'> & { readonly run: Run<C> };
