/** An engine over embedded stores in a temporary folder, without HTTP. */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as commands from '../../commands/index.ts';
import { projections } from '../../projections/index.ts';
import { everyEvent, trail, trailDocumentId } from '../../projections/trail.ts';
import { users } from '../../projections/users.ts';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { openLmdbReadStore } from '../../src/adapters/lmdb/read-store.ts';
import { fieldReader } from '../../src/define/index-fields.ts';
import type { Policy } from '../../src/define/policy.ts';
import type { Projection, ReadModel } from '../../src/define/projection.ts';
import type { Executing } from '../../src/engine/decide/executor.ts';
import { type Engine, openEngine } from '../../src/engine/engine.ts';
import type { Logger } from '../../src/engine/logger.ts';
import type { Performer } from '../../src/engine/react/policy-actions.ts';
import { toolsFor } from '../../src/engine/render/tools.ts';
import type { Sealing } from '../../src/engine/seal/sealer.ts';
import { secretsFrom } from '../../src/engine/secrets.ts';
import { feedModel } from '../../src/feed/model.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { Key, ReadStore, ReadView } from '../../src/ports/read-store.ts';
import { renderMarkdown } from '../../src/rendering/markdown.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { Millis } from '../../src/vocabulary/ids.ts';
import type { LogStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, recorded } from './given.ts';

export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

export type TestEngine = {
  readonly engine: Engine;
  readonly log: EventLog;
  readonly store: ReadStore;
  close(): Promise<void>;
};

export async function engineIn(
  folder: string,
  own: {
    readModels?: string;
    store?: ReadStore;
    /** A log that several engines share. It is not closed with the engine. */
    log?: EventLog;
    leaseMs?: number;
    readWaitMs?: number;
    servesMeanwhile?: boolean;
    outageBacklogMax?: number;
    /** The size of one commit of the read models. */
    batchMax?: number;
    /** The number of events between snapshots. */
    snapshotEvery?: number;
    projections?: readonly Projection<object>[];
    policies?: readonly Policy<RealmState>[];
    performers?: Readonly<Record<string, Performer>> | ((engine: Engine) => Readonly<Record<string, Performer>>);
    logger?: Logger;
    sealing?: Sealing;
    clock?: () => Millis;
  } = {},
): Promise<TestEngine> {
  const log = own.log ?? (await openLmdbEventLog(join(folder, 'log')));
  const store = own.store ?? (await openLmdbReadStore(join(folder, own.readModels ?? 'read-models')));
  const engine = await openEngine({
    log,
    store,
    projections: own.projections ?? projections,
    policies: own.policies ?? [],
    commands: Object.values(commands),
    performers: (opened) => (typeof own.performers === 'function' ? own.performers(opened) : (own.performers ?? {})),
    toolsFor: toolsFor(async (content, context) => renderMarkdown(content, context)),
    secrets: secretsFrom('a secret for tests'),
    logger: own.logger ?? silent,
    clock: own.clock ?? Date.now,
    scrubMs: 3_600_000,
    retryMs: 5,
    readWaitMs: own.readWaitMs ?? 10_000,
    servesMeanwhile: own.servesMeanwhile ?? false,
    ...(own.outageBacklogMax === undefined ? {} : { outageBacklogMax: own.outageBacklogMax }),
    ...(own.batchMax === undefined ? {} : { batchMax: own.batchMax }),
    ...(own.leaseMs === undefined ? {} : { leaseMs: own.leaseMs }),
    ...(own.sealing && { sealing: own.sealing }),
    ...(own.snapshotEvery === undefined ? {} : { snapshotEvery: own.snapshotEvery }),
    others: () => [],
  });
  await engine.start();
  return {
    engine,
    log,
    store,
    async close() {
      await engine.stop();
      await store.close();
      if (!own.log) await log.close();
    },
  };
}

/** Appends events in order, each with the expected revision of its log stream. */
export async function appendEvents(log: EventLog, past: readonly Given[]): Promise<void> {
  const revisions = new Map<string, number | 'none'>();
  const newestOf = async (stream: string): Promise<number | 'none'> =>
    (await log.readStream(stream, { direction: 'backward', limit: 1 }))[0]?.revision ?? 'none';
  for (const event of recorded(past)) {
    const { stream } = event;
    revisions.set(stream, await appended(log, event, revisions.get(stream) ?? (await newestOf(stream))));
  }
}

/** More appends at once would exceed the time for an answer on a busy machine. */
const appendedAtOnce = 100;

/** Appends the only events of their log streams, and waits for many of them at once. */
export async function appendTogether(log: EventLog, past: readonly Given[]): Promise<void> {
  const all = recorded(past);
  for (let from = 0; from < all.length; from += appendedAtOnce)
    await Promise.all(all.slice(from, from + appendedAtOnce).map((event) => appended(log, event, 'none')));
}

/** Returns the revision of the event. */
async function appended(
  log: EventLog,
  { id, type, data, metadata, stream }: Recorded,
  revision: number | 'none',
): Promise<number> {
  const fresh = id.replace(/^0{8}/, String(process.hrtime.bigint() % 100_000_000n).padStart(8, '0'));
  const result = await log.append(stream, [{ id: fresh, type, data, metadata }], revision);
  if (!result.ok) throw new Error(`not appended: ${JSON.stringify(result)}`);
  return result.revision;
}

/** Appends one event under another name of its type, or in another version. */
export async function tellStoredAs(
  type: string,
  log: EventLog,
  stream: LogStream,
  data: object,
  schema = 1,
): Promise<void> {
  const newest = (await log.readStream(stream, { direction: 'backward', limit: 1 }))[0];
  const metadata = { actor: null, at: Date.now(), client: 'test', requestId: 'r', schema, salt: 'salt' };
  const result = await log.append(stream, [{ id: randomUUID(), type, data, metadata }], newest?.revision ?? 'none');
  if (!result.ok) throw new Error(`not appended: ${JSON.stringify(result)}`);
}

/** The entries of an index under each key that a document has. */
async function everyPosting(
  view: ReadView,
  model: ReadModel<object>,
  index: string,
  fields: readonly string[],
): Promise<object> {
  const [anyIndex = ''] = Object.keys(model.indexes).filter((name) => !model.postings?.includes(name));
  const others = await view.scan(model, anyIndex, { prefix: [], limit: 100_000 });
  const documents: readonly object[] = [...others, ...(model.name === trail.name ? await eventsOf(view) : [])];
  let prefixes = new Map<string, Key[]>();
  const read = fieldReader(fields.slice(0, -1));
  for (const document of documents) {
    const rows = read(document).reduce<Key[][]>(
      // A document without a field of the index is not in it.
      (before, value) =>
        value === undefined ? [] : before.flatMap((row) => [value].flat().map((key) => [...row, key as Key])),
      [[]],
    );
    for (const row of rows) prefixes.set(JSON.stringify(row), row);
  }
  prefixes = new Map([...prefixes].sort(([one], [other]) => (one < other ? -1 : 1)));
  const found: Record<string, unknown> = {};
  for (const [name, prefix] of prefixes) found[name] = await view.scanKeys(model, index, { prefix, limit: 100_000 });
  return found;
}

/** The trail's documents of events in the log, which no other index has. */
async function eventsOf(view: ReadView): Promise<readonly object[]> {
  const accounts = await view.scan(users, 'byId', { prefix: [], limit: 100_000 });
  const ids = [...new Set(accounts.map(({ realmId }) => realmId))].map(async (realmId) => {
    const keys = await view.scanKeys(trail, 'byKey', { prefix: [realmId, everyEvent], limit: 100_000 });
    return keys.map((key) => trailDocumentId(realmId, Number(key.at(-1))));
  });
  const documents = await view.getMany(trail, (await Promise.all(ids)).flat());
  return documents.filter((document) => document !== undefined);
}

/** All documents of the read models through each index, in its order. */
export async function everythingIn(
  { engine }: TestEngine,
  models: readonly Projection<object>[] = projections,
): Promise<object> {
  await engine.projector.reached(engine.follower.position);
  return engine.read(async (view) => {
    const found: Record<string, unknown> = { checkpoint: { ...view.checkpoint, build: undefined } };
    for (const model of [...models, feedModel])
      for (const [index, fields] of Object.entries(model.indexes))
        found[`${model.name} by ${index}`] = model.postings?.includes(index)
          ? await everyPosting(view, model, index, fields)
          : await view.scan(model, index, { prefix: [], limit: 100_000 });
    return found;
  });
}

type Done = (input: Readonly<Record<string, unknown>>) => unknown;

/** An executor whose commands the test defines, by name. */
export const executing = (done: Readonly<Record<string, Done>>): Executing =>
  ({
    execute: async ({ name }: { readonly name: string }, input: Parameters<Done>[0]) => {
      const one = done[name];
      if (!one) throw new Error(`no test said what ${name} does`);
      return { ok: true, result: one(input), position: 1 };
    },
  }) as unknown as Executing;
