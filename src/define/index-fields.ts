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

const readerWith =
  (wordsOf: (texts: readonly string[]) => unknown) =>
  (field: string): ((document: Document) => unknown) => {
    if (!ofWords.test(field)) return (document) => document[field];
    const names = sourcesOf(field);
    return (document) => wordsOf(names.map((name) => document[name]).filter((text) => typeof text === 'string'));
  };

const reading =
  (reader: ReturnType<typeof readerWith>) =>
  (fields: readonly string[]): ((document: object) => unknown[]) => {
    const readers = fields.map(reader);
    return (document) => readers.map((read) => read(document as Document));
  };

/** Reads from a document what an index over these fields sees, in their order; undefined where it lacks one. */
export const fieldReader = reading(readerWith(wordsIn));

const foldedOrCut = (texts: readonly string[]): Folded | readonly string[] => {
  const folded = plainlyFolded(texts);
  return folded === undefined ? wordsIn(texts) : { folded };
};

/** The same, but words that are easily cut come as texts. */
export const foldedFieldReader = reading(readerWith(foldedOrCut));
