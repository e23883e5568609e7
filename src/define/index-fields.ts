/**
 * Fields of an index. Most are fields of the document. `words(a,b)` stands for the distinct words of the texts in `a` and `b`, which are
 * computed and not stored in the document.
 */
import { foldedIfSimple, wordsIn } from '../vocabulary/words.ts';

type Document = Readonly<Record<string, unknown>>;

/** Texts in lower case. Their words are the stems of the sequences of a-z and 0-9 in them, each cut to `wordLengthMax`. */
export type Folded = { readonly folded: string };

const ofWords = /^words\((.+)\)$/;

/** The fields of the document from which the field of an index is computed. */
export const sourcesOf = (field: string): readonly string[] => ofWords.exec(field)?.[1]?.split(',') ?? [field];

type Reader = (document: Document) => unknown;

const readerWith =
  (wordsOf: (texts: readonly string[]) => unknown) =>
  (field: string): Reader => {
    if (!ofWords.test(field)) return (document) => document[field];
    const names = sourcesOf(field);
    return (document) => wordsOf(textsIn(document, names));
  };

// A plain function instead of a closure for each document, which the garbage collector would drop together with its compiled code.
const textsIn = (document: Document, names: readonly string[]): string[] => {
  const texts: string[] = [];
  for (const name of names) {
    const text = document[name];
    if (typeof text === 'string') texts.push(text);
  }
  return texts;
};

const valuesOf = (document: Document, readers: readonly Reader[]): unknown[] => {
  const values = new Array<unknown>(readers.length);
  for (let at = 0; at < readers.length; at += 1) values[at] = readers[at]?.(document);
  return values;
};

/** Reads the values of an index's fields from a document, in their order. Undefined for a field that the document lacks. */
export type FieldReader = (document: object) => unknown[];

const reading =
  (reader: ReturnType<typeof readerWith>) =>
  (fields: readonly string[]): FieldReader => {
    const readers = fields.map(reader);
    return (document) => valuesOf(document as Document, readers);
  };

/** Returns words as a list. */
export const fieldReader = reading(readerWith(wordsIn));

const foldedOrCut = (texts: readonly string[]): Folded | readonly string[] => {
  const folded = foldedIfSimple(texts);
  return folded === undefined ? wordsIn(texts) : { folded };
};

/** Returns words as `Folded` texts if splitting them is simple, otherwise as a list. */
export const foldedFieldReader = reading(readerWith(foldedOrCut));
