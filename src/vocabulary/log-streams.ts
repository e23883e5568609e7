/**
 * Names of log streams: `<kind>-<realm id>.<key>`. The dot is always present, so that one realm's prefix (`message-1.`) never matches
 * another's (`message-12.`).
 */
import type {
  ChannelId,
  EventId,
  FileId,
  InvitationId,
  MessageId,
  QueueId,
  RealmId,
  ScheduledMessageId,
  SinkId,
  UserId,
} from './ids.ts';

const streamKinds = [
  'server',
  'realm',
  'directory',
  'person',
  'channels',
  'channel',
  'user',
  'words',
  'message',
  'emoji',
  'ephemeral',
  'file',
  'scheduled',
  'invitation',
  'queue',
  'reaction',
  'request',
  'policy',
  'password',
  'audit',
  'ledger',
  'sink',
] as const;
export type StreamKind = (typeof streamKinds)[number];
export type LogStream = `${StreamKind}-${number}.${string}`;

/** The realm id in the names of the log streams that belong to no organization. */
export const noRealm = 0;

export const logStream = {
  /** The organizations. They share one log stream, because a subdomain is taken only once. */
  server: (): LogStream => `server-${noRealm}.realms`,
  /** The secret under which the log is written. */
  secret: (): LogStream => `server-${noRealm}.secret`,
  realm: (realm: RealmId): LogStream => `realm-${realm}.settings`,
  directory: (realm: RealmId): LogStream => `directory-${realm}.users`,
  person: (realm: RealmId, user: UserId): LogStream => `person-${realm}.${user}`,
  channels: (realm: RealmId): LogStream => `channels-${realm}.names`,
  /** Moves and deletions of topics. They share one log stream, because a move may go from any chat stream to any other. */
  topics: (realm: RealmId): LogStream => `channels-${realm}.topics`,
  channel: (realm: RealmId, channel: ChannelId): LogStream => `channel-${realm}.${channel}`,
  user: (realm: RealmId, user: UserId): LogStream => `user-${realm}.${user}`,
  /** A user's texts about themselves (`src/state/words.ts`). */
  words: (realm: RealmId, user: UserId, part: number): LogStream => `words-${realm}.${user}.${part}`,
  message: (realm: RealmId, message: MessageId): LogStream => `message-${realm}.${message}`,
  /** The reactions to a message. */
  emoji: (realm: RealmId, message: MessageId): LogStream => `emoji-${realm}.${message}`,
  /** Whether a user is typing. Like every `ephemeral-…` stream it keeps only its newest events. */
  typing: (realm: RealmId, user: UserId): LogStream => `ephemeral-${realm}.typing.${user}`,
  presence: (realm: RealmId, user: UserId): LogStream => `ephemeral-${realm}.presence.${user}`,
  file: (realm: RealmId, file: FileId): LogStream => `file-${realm}.${file}`,
  scheduled: (realm: RealmId, scheduled: ScheduledMessageId): LogStream => `scheduled-${realm}.${scheduled}`,
  /** A link with which people may join. */
  invitation: (realm: RealmId, invitation: InvitationId): LogStream => `invitation-${realm}.${invitation}`,
  queue: (realm: RealmId, queue: QueueId): LogStream => `queue-${realm}.${queue}`,
  /** The auditors, their accesses, and all sign-ins. Audited users are not notified of these events. */
  audit: (realm: RealmId): LogStream => `audit-${realm}.records`,
  /** The sealed batches. */
  ledger: (realm: RealmId): LogStream => `ledger-${realm}.seals`,
  /** The progress of a push sink. Like `ephemeral-…` it keeps only its newest events. */
  sink: (realm: RealmId, sink: SinkId): LogStream => `sink-${realm}.${sink}`,
  password: (realm: RealmId, user: UserId): LogStream => `password-${realm}.${user}`,
  /** A policy's claim on one action. `reaction` is the prefix in storage; it has nothing to do with reactions to messages. */
  policyClaim: (realm: RealmId, causedBy: EventId, policy: string): LogStream =>
    `reaction-${realm}.${causedBy}.${policy}`,
  /** A claim of a request with an idempotency key. `key`: a hash of the user and the key. */
  request: (realm: RealmId, key: string): LogStream => `request-${realm}.${key}`,
  policy: (policy: string): LogStream => `policy-${noRealm}.${policy}`,
} as const;

const knownKinds: ReadonlySet<string> = new Set(streamKinds);
const isStreamKind = (name: string): name is StreamKind => knownKinds.has(name);

/** The beginnings of the names of all log streams that belong to an organization, or to none. */
export const allPrefixes = (realmId: number): string[] =>
  streamKinds.flatMap((kind) => [`${kind}-${noRealm}.`, `${kind}-${realmId}.`]);

/** The parts of a name. Undefined if this service does not use such names. */
export function partsOf(name: string): { kind: StreamKind; realmId: number; key: string } | undefined {
  const dash = name.indexOf('-');
  const dot = name.indexOf('.', dash);
  if (dash < 1 || dot < 0) return undefined;
  const kind = name.slice(0, dash);
  const realmId = Number(name.slice(dash + 1, dot));
  if (!isStreamKind(kind) || !Number.isSafeInteger(realmId)) return undefined;
  return { kind, realmId, key: name.slice(dot + 1) };
}

/** The user whose name and address the log stream contains. Undefined for a log stream of another kind. */
export function personIn(stream: LogStream): UserId | undefined {
  const parts = partsOf(stream);
  return parts?.kind === 'person' ? (Number(parts.key) as UserId) : undefined;
}

/** Whether this version, or a later one, may have given a log stream this name. */
export const isNamedAsOurs = (name: string): boolean => realmIdIn(name) !== undefined;

/** The realm id in the name of a log stream of any kind, those of a later version included. */
export function realmIdIn(name: string): number | undefined {
  const [, digits] = /^[a-z]+-([0-9]{1,16})\./.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
