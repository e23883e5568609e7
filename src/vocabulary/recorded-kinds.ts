/**
 * Defines which events are an organization's record. This is the only such table; the audit trail, the ledger, verification and export use
 * it. Events that are not recorded concern only one server or one moment, or must not be kept. Never change whether an event that may be in
 * a log is recorded, because the ledgers of existing logs were sealed by this table.
 */
import type { ledgerEvents } from './events/ledger.ts';
import type { policyActionEvents } from './events/policy.ts';
import type { queueEvents } from './events/queue.ts';
import type { serverEvents } from './events/realm.ts';
import { renamedTypes } from './events/upcasters.ts';
import { isNamedAsOurs, noRealm, partsOf, type StreamKind } from './log-streams.ts';

/** `record`: whether it is in trail and ledger. `export`: whether it is exported. The names of types are the current ones. */
type Kept = { readonly record: boolean; readonly export: boolean };

const kept: Kept = { record: true, export: true };
const here: Kept = { record: true, export: false };
const claim: Kept = { record: false, export: true };
const passing: Kept = { record: false, export: false };

const ofQueues: Readonly<Record<keyof typeof queueEvents, Kept>> = {
  EventQueueRegistered: here,
  EventQueueTouched: passing,
  EventQueueDeleted: here,
  EventQueueExpired: here,
};

/** `LedgerSealed` events are not sealed themselves. They are not exported, because an imported organization begins a new ledger. */
const ofLedgers: Readonly<Record<keyof typeof ledgerEvents, Kept>> = {
  LedgerBegan: here,
  LedgerKeyReplaced: here,
  LedgerSealed: passing,
  EventsWithdrawn: kept,
};

/** The claims may contain texts of messages that are to be erased. */
const ofPolicyActions: Readonly<Record<keyof typeof policyActionEvents, Kept>> = {
  PolicyActionClaimed: passing,
  PolicyActionFinished: claim,
};

const ofServer: Readonly<Record<keyof typeof serverEvents, Kept>> = {
  SecretRecorded: passing,
  SecretReplaced: passing,
  SecretEnded: passing,
  RealmRegistered: kept,
  ImportBegan: here,
  ImportFinished: here,
};

/** For each kind of log stream, how its events are kept: all in the same way, or by type. */
export const recordedKinds: Readonly<Record<StreamKind, Kept | Readonly<Record<string, Kept>>>> = {
  server: ofServer,
  realm: kept,
  directory: kept,
  person: kept,
  channels: kept,
  channel: kept,
  user: kept,
  words: kept,
  message: kept,
  emoji: kept,
  file: kept,
  audit: kept,
  scheduled: kept,
  invitation: kept,
  ledger: ofLedgers,
  queue: ofQueues,
  reaction: ofPolicyActions,
  request: claim,
  policy: passing,
  ephemeral: passing,
  /** It contains positions of this log. If it were recorded, each push would be an event to push. */
  sink: passing,
  /** It contains hashes of passwords, and many people may handle an export. */
  password: passing,
};

/** An event as it is in the log. */
type Stored = { readonly type: string; readonly stream: string; readonly data: unknown };

const isOfAll = (row: (typeof recordedKinds)[StreamKind]): row is Kept => typeof row.record === 'boolean';

/** Undefined for a kind or type that only a later version may know. */
function keptAs(kind: StreamKind | undefined, type: string): Kept | undefined {
  if (kind === undefined) return undefined;
  const row = recordedKinds[kind];
  return isOfAll(row) ? row : row[renamedTypes[type] ?? type];
}

/** Whether an event of this version is in trail and ledger. */
export const isRecorded = (kind: StreamKind, type: string): boolean => keptAs(kind, type)?.record === true;

const noRealms: readonly number[] = [];

/**
 * The organizations whose record contains the event: one, none, or several for an import. Undefined if a later version wrote the event, so
 * that this version cannot know.
 */
export function recordedIn(event: Stored): readonly number[] | undefined {
  const { type, stream } = event;
  const parts = partsOf(stream);
  if (!parts) return isNamedAsOurs(stream) ? undefined : noRealms;
  const as = keptAs(parts.kind, type);
  if (as === undefined) return undefined;
  if (!as.record) return noRealms;
  return parts.realmId === noRealm ? realmsNamedIn(event.data) : [parts.realmId];
}

/** Events of unknown kinds and types, written by a later version, are exported too, because an export must be complete. */
export function isExported({ type, stream }: Pick<Stored, 'type' | 'stream'>): boolean {
  const parts = partsOf(stream);
  return parts ? (keptAs(parts.kind, type)?.export ?? parts.kind !== 'queue') : isNamedAsOurs(stream);
}

/** The organizations that an event about the server names. */
function realmsNamedIn(data: unknown): readonly number[] {
  const { realmId, realmIds, realms } = (data ?? {}) as {
    realmId?: unknown;
    realmIds?: unknown;
    realms?: unknown;
  };
  const named = [
    realmId,
    ...(Array.isArray(realmIds) ? realmIds : []),
    ...(Array.isArray(realms) ? realms.map((realm) => (realm as { realmId?: unknown } | null)?.realmId) : []),
  ];
  return [...new Set(named.filter((one): one is number => Number.isSafeInteger(one)))];
}

/** The beginnings of the names of log streams with recorded events of an organization. */
export const recordedPrefixes = (realmId: number): string[] =>
  (Object.keys(recordedKinds) as StreamKind[])
    .filter((kind) => {
      const row = recordedKinds[kind];
      return isOfAll(row) ? row.record : Object.values(row).some(({ record }) => record);
    })
    .map((kind) => `${kind}-${kind === 'server' ? noRealm : realmId}.`);
