/**
 * A read store in memory, for simulations. `MemoryStore` is what would be on the disks of a server; `openMemoryStore` is a connection
 * to it, over a link that may be slow and lose answers, and holds to the contract of every read store.
 */
import {
  type Checkpoint,
  DocumentRefused,
  documentText,
  type Lease,
  LeaseLost,
  type ReadStore,
  ReadStoreUnavailable,
  type Write,
} from '../../../src/ports/read-store.ts';
import { isOfLink, type Link } from './memory-log.ts';
import { Model, type Version, viewOf } from './memory-view.ts';
import { SortedIndex } from './sorted-index.ts';

type Declared = Parameters<ReadStore['open']>[0][number];

export class MemoryStore {
  #version: Version = { models: new Map(), checkpoint: undefined };
  /** One for each snapshot that is being read. */
  readonly #read = new Set<Version>();
  readonly #listening = new Set<() => void>();
  #replacement: MemoryStore | undefined;
  #token = 0;
  #holder: string | undefined;
  #heldUntil = 0;

  get checkpoint(): Checkpoint | undefined {
    return this.#version.checkpoint;
  }

  /** To be given back when the snapshot has ended. */
  takeVersion(): Version {
    const taken = { ...this.#version };
    this.#read.add(taken);
    return taken;
  }

  giveBack(version: Version): void {
    this.#read.delete(version);
  }

  open(declared: readonly Declared[]): void {
    const models = new Map<string, Model>();
    for (const { name, indexes } of declared) {
      const { documents } = this.#version.models.get(name) ?? new Model();
      const model = new Model(
        new Map(),
        new Map(Object.entries(indexes).map(([index, fields]) => [index, new SortedIndex(fields)])),
      );
      for (const [id, json] of documents) model.set(id, json);
      models.set(name, model);
    }
    this.#version = { models, checkpoint: this.#version.checkpoint };
  }

  lease(holder: string, ttlMs: number): Lease | undefined {
    const now = Date.now();
    if (holder !== this.#holder) {
      if (this.#holder !== undefined && now < this.#heldUntil) return undefined;
      this.#holder = holder;
      this.#token += 1;
    }
    this.#heldUntil = now + ttlMs;
    return { token: this.#token };
  }

  commit(
    writes: readonly { model: string; id: string; json: string | undefined }[],
    checkpoint: Checkpoint | undefined,
    lease: Lease,
  ): void {
    this.assertHeld(lease);
    const before = this.#version;
    for (const { model, id, json } of writes) this.#modelIn(before, model).entriesOf(id, json);
    if (this.#read.size > 0) {
      const models = new Map(before.models);
      for (const name of new Set(writes.map(({ model }) => model))) {
        const model = this.#modelIn(before, name);
        if ([...this.#read].some((version) => version.models.get(name) === model)) models.set(name, model.copy());
      }
      this.#version = { models, checkpoint: before.checkpoint };
    }
    for (const { model, id, json } of writes) this.#modelIn(this.#version, model).set(id, json);
    if (checkpoint) this.#version.checkpoint = checkpoint;
    this.#notify();
  }

  reset(lease: Lease): void {
    this.assertHeld(lease);
    this.wipe();
  }

  /** An empty one, which is written under the lease of this one. */
  openReplacement(lease: Lease): MemoryStore {
    this.assertHeld(lease);
    this.#replacement = new MemoryStore();
    this.#replacement.#version = { models: this.#emptyModels(), checkpoint: undefined };
    return this.#replacement;
  }

  exchange(lease: Lease): void {
    this.assertHeld(lease);
    if (!this.#replacement) throw new Error('there is no replacement of this store');
    this.#version = this.#replacement.#version;
    this.#replacement = undefined;
    this.#notify();
  }

  /** Expires the lease. */
  freeLease(): void {
    this.#heldUntil = 0;
  }

  /** Deletes everything, as if somebody had deleted the files. */
  wipe(): void {
    this.#version = { models: this.#emptyModels(), checkpoint: undefined };
    this.#notify();
  }

  #emptyModels(): Map<string, Model> {
    return new Map(
      [...this.#version.models].map(([name, { indexes }]): [string, Model] => [
        name,
        new Model(new Map(), new Map([...indexes].map(([index, { fields }]) => [index, new SortedIndex(fields)]))),
      ]),
    );
  }

  listen(onChange: () => void): () => void {
    this.#listening.add(onChange);
    return () => this.#listening.delete(onChange);
  }

  #notify(): void {
    for (const onChange of this.#listening) onChange();
  }

  assertHeld({ token }: Lease): void {
    if (token !== this.#token) throw new LeaseLost('the lease was granted to another');
  }

  #modelIn({ models }: Version, name: string): Model {
    const model = models.get(name);
    if (!model) throw new Error(`no model is named ${name}`);
    return model;
  }
}

/** The lease of a store whose lease was never requested. */
const unlet: Lease = { token: 0 };

export function openMemoryStore(server: MemoryStore, link: Link): ReadStore {
  const committing = new Set<Promise<unknown>>();
  const endings = new Set<() => void>();
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  const ask = async <T>(kind: string, perform: () => T): Promise<T> => {
    if (isClosed) throw new Error('the read store is closed');
    return link.carry(kind, perform).catch((error: unknown) => {
      throw isOfLink(error) ? new ReadStoreUnavailable(`${kind}: ${error.name}`) : error;
    });
  };
  return {
    open: (models) => ask('open', () => server.open(models)),
    checkpoint: () => ask('checkpoint', () => server.checkpoint),
    async snapshot(body) {
      const version = await ask('snapshot', () => server.takeVersion());
      let hasEnded = false;
      const view = viewOf(version, () => hasEnded, ask);
      try {
        return await body(view);
      } finally {
        hasEnded = true;
        server.giveBack(version);
      }
    },
    takeLease: (holder, ttlMs) => ask('lease', () => server.lease(holder, ttlMs)),
    commit(writes, checkpoint, lease) {
      const made = writes.map((write) => ({
        model: write.model,
        id: write.id,
        json: write.op === 'put' ? jsonOf(write) : undefined,
      }));
      const committed = last.then(() => ask('commit', () => server.commit(made, checkpoint, lease)));
      last = committed.catch(() => undefined);
      committing.add(committed);
      return committed.finally(() => committing.delete(committed));
    },
    reset: (lease) => ask('reset', () => server.reset(lease)),
    async openReplacement(lease) {
      const built = await ask('beside', () => server.openReplacement(lease));
      const store = openMemoryStore(built, link);
      return {
        ...store,
        async commit(writes, checkpoint, lent) {
          await ask('commit', () => server.assertHeld(lent));
          await store.commit(writes, checkpoint, unlet);
        },
      };
    },
    exchange: (lease) => ask('exchange', () => server.exchange(lease)),
    onCheckpoint(listener) {
      let isOver = false;
      let isBringing = false;
      let hasNews = false;
      const bring = async (): Promise<void> => {
        isBringing = true;
        while (hasNews && !isOver) {
          hasNews = false;
          await link.news();
          if (!isOver) listener(server.checkpoint);
        }
        isBringing = false;
      };
      const wake = (): void => {
        hasNews = true;
        if (!isBringing) void bring();
      };
      const stopListening = server.listen(wake);
      const end = (): void => {
        isOver = true;
        stopListening();
      };
      endings.add(end);
      wake();
      return end;
    },
    scrub: () => ask('scrub', () => undefined),
    async close() {
      await Promise.allSettled(committing);
      isClosed = true;
      for (const end of endings) end();
    },
  };
}

/** Refuses numbers that JSON does not have and would replace by null. */
function jsonOf(write: Extract<Write, { op: 'put' }>): string {
  JSON.stringify(write.document, (_key, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new DocumentRefused(write, `${value} is not JSON`);
    return value;
  });
  return documentText(write);
}
