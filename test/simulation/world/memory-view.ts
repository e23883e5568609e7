/** The contents of a read store in memory, and one moment of it as readers see it. */
import { assertLeadsToDocuments, type ReadModel } from '../../../src/define/projection.ts';
import type { Checkpoint, ReadView } from '../../../src/ports/read-store.ts';
import type { SortedIndex } from './sorted-index.ts';

export class Model {
  readonly documents: Map<string, string>;
  readonly indexes: Map<string, SortedIndex>;

  constructor(documents = new Map<string, string>(), indexes = new Map<string, SortedIndex>()) {
    this.documents = documents;
    this.indexes = indexes;
  }

  copy(): Model {
    return new Model(new Map(this.documents), new Map([...this.indexes].map(([name, index]) => [name, index.copy()])));
  }

  /** The index entries of a document. */
  entriesOf(id: string, json: string | undefined) {
    const document = json === undefined ? undefined : (JSON.parse(json) as object);
    return [...this.indexes.values()].map((index) => ({
      index,
      entries: document ? index.entriesOf(id, document) : [],
    }));
  }

  set(id: string, json: string | undefined): void {
    for (const { index, entries } of this.entriesOf(id, this.documents.get(id))) index.remove(entries);
    if (json === undefined) this.documents.delete(id);
    else this.documents.set(id, json);
    for (const { index, entries } of this.entriesOf(id, json)) index.add(entries);
  }
}

/** The result of one commit. The next one replaces it, or changes it if nobody reads it. */
export type Version = { readonly models: Map<string, Model>; checkpoint: Checkpoint | undefined };

export function viewOf(
  { models, checkpoint }: Version,
  hasEnded: () => boolean,
  ask: <T>(kind: string, perform: () => T) => Promise<T>,
): ReadView {
  const read = <T>(name: string, perform: (model: Model) => T): Promise<T> =>
    ask('look', () => {
      const model = models.get(name);
      if (hasEnded() || !model) throw new Error(hasEnded() ? 'the snapshot has ended' : `no model is named ${name}`);
      return perform(model);
    });
  const indexOf = (model: Model, name: string): SortedIndex => {
    const index = model.indexes.get(name);
    if (!index) throw new Error(`no index is named ${name}`);
    return index;
  };
  const documentOf = <D>({ documents }: Model, id: string): D | undefined => {
    const json = documents.get(id);
    return json === undefined ? undefined : (JSON.parse(json) as D);
  };
  return {
    checkpoint: checkpoint ?? { position: 0, models: {}, unknownTypes: [] },
    everything: <D>({ name }: ReadModel<D>, after: string | undefined, limit: number) =>
      read(name, ({ documents }) =>
        [...documents]
          .map(([key, json]) => ({ key, document: JSON.parse(json) as D }))
          .filter(({ key }) => after === undefined || Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0)
          .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
          .slice(0, limit),
      ),
    get: <D>({ name }: ReadModel<D>, id: string) => read(name, (model) => documentOf<D>(model, id)),
    getMany: <D>({ name }: ReadModel<D>, ids: readonly string[]) =>
      read(name, (model) => ids.map((id) => documentOf<D>(model, id))),
    async scan<D>(of: ReadModel<D>, index: string, range: Parameters<ReadView['scan']>[2]) {
      assertLeadsToDocuments(of, index);
      return read(of.name, (model) =>
        indexOf(model, index)
          .scan(range)
          .map(({ id }) => documentOf<D>(model, id) as D),
      );
    },
    scanKeys: ({ name }, index, range) =>
      read(name, (model) =>
        indexOf(model, index)
          .scan(range)
          .map(({ values }) => [...values]),
      ),
    count: ({ name }, index, range) => read(name, (model) => indexOf(model, index).scan(range).length),
  };
}
