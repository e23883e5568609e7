/**
 * What a field of an index is. Most are fields of the document; `words(a,b)` is the distinct words of the texts in `a` and `b`: they
 * follow from these, so no document holds them.
 */
import { plainlyFolded, wordsIn } from '../vocabulary/words.ts';

type Document = Readonly<Record<string, unknown>>;

/** Texts whose words are the runs of a-z and 0-9 in them, each cut to `wordLengthMax`. */
export type Folded = { readonly folded: string };

const ofWords = /^words\((.+)\)$/;

/** The fields of a document that an index's field is made of. */
export const sourcesOf = (field: string): readonly string[] => ofWords.exec(field)?.[1]?.split(',') ?? [field];

type Reader = (document: Document) => unknown;

const readerWith =
  (wordsOf: (texts: readonly string[]) => unknown) =>
  (field: string): Reader => {
    if (!ofWords.test(field)) return (document) => document[field];
    const names = sourcesOf(field);
    return (document) => wordsOf(textsIn(document, names));
  };

// No function is made for each document: it would be gone at the next collection, and its machine code with it.
const textsIn = (document: Document, names: readonly string[]): string[] => {
  const texts: string[] = [];
  for (const name of names) {
    const text = document[name];
    if (typeof text === 'string') texts.push(text);
  }
  return texts;
};

const valuesOf = (document: Document, readers: readonly Reader[]): unknown[] => {
  const values: unknown[] = [];
  for (const read of readers) values.push(read(document));
  return values;
};

/** Reads from a document what an index sees, in the order of its fields; undefined where it lacks one. */
export type FieldReader = (document: object) => unknown[];

const reading =
  (reader: ReturnType<typeof readerWith>) =>
  (fields: readonly string[]): FieldReader => {
    const readers = fields.map(reader);
    return (document) => valuesOf(document as Document, readers);
  };

/** Of words, each. */
export const fieldReader = reading(readerWith(wordsIn));

const foldedOrCut = (texts: readonly string[]): Folded | readonly string[] => {
  const folded = plainlyFolded(texts);
  return folded === undefined ? wordsIn(texts) : { folded };
};

/** The same, but words that are easily cut come as texts. */
export const foldedFieldReader = reading(readerWith(foldedOrCut));
