/**
 * Writes with their documents as JSON text. The writer thread receives the text and the fields that indexes use. For both threads together
 * this costs a third of copying the whole document.
 */
import { Breaks } from '../../define/breaks.ts';
import { sourcesOf } from '../../define/index-fields.ts';
import type { Indexes } from '../../define/projection.ts';
import { documentText, type Write } from '../../ports/read-store.ts';

/** `text` is undefined if the document is removed. */
export type SerializedWrite = {
  readonly model: string;
  readonly id: string;
  /** The key of the document, if `id` is not its id. */
  readonly key?: string;
  readonly text: string | undefined;
  /** The document, or at least those of its fields that indexes use. */
  readonly fields: object | undefined;
};

export const serialized = (write: Write): SerializedWrite =>
  write.op === 'put'
    ? { model: write.model, id: write.id, text: documentText(write), fields: write.document }
    : { model: write.model, id: write.id, text: undefined, fields: undefined };

/** How many writes are packed before the clock is checked again: a batch may have a hundred thousand. */
const writesPerLook = 64;

/**
 * The writes of a batch in one flat list. Each write consists of the number of its model, its id, its text, and a value for each indexed
 * field.
 */
export type Packed = readonly unknown[];

export type Packer = {
  pack(writes: readonly Write[]): Promise<Packed>;
  /** Yields the writes one by one, so that few of them are in memory at a time. */
  unpack(packed: Packed): Iterable<SerializedWrite>;
};

type Fields = Record<string, unknown>;

/** Both threads must use the same models. */
export const packer = (models: readonly { readonly name: string; readonly indexes: Indexes }[]): Packer => {
  const fields = models.map(({ indexes }) => [...new Set(Object.values(indexes).flat().flatMap(sourcesOf))]);
  const numbers = new Map(models.map(({ name }, number) => [name, number]));
  return {
    async pack(writes) {
      const values: unknown[] = [];
      const breaks = new Breaks();
      let packed = 0;
      for (const write of writes) {
        packed += 1;
        if (packed % writesPerLook === 0 && breaks.isDue) await breaks.take();
        const number = numbers.get(write.model);
        if (number === undefined) throw new Error(`the read store was not opened with a model ${write.model}`);
        if (write.op === 'remove') {
          values.push(number, write.id, undefined);
          continue;
        }
        const document = write.document as Fields;
        values.push(number, write.id, documentText(write));
        for (const field of fields[number] ?? []) values.push(document[field]);
      }
      return values;
    },

    *unpack(values) {
      for (let at = 0; at < values.length; ) {
        const number = values[at] as number;
        const [id, text] = [values[at + 1] as string, values[at + 2] as string | undefined];
        const model = models[number]?.name ?? '';
        at += 3;
        if (text === undefined) {
          yield { model, id, text, fields: undefined };
          continue;
        }
        const indexed: Fields = {};
        for (const field of fields[number] ?? []) {
          indexed[field] = values[at];
          at += 1;
        }
        yield { model, id, text, fields: indexed };
      }
    },
  };
};
