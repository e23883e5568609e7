/**
 * What a field of an index is. Most are fields of the document; `words(a,b)` is the distinct words of the texts in `a` and `b`: they
 * follow from these, so no document holds them.
 */
import { wordsIn } from '../vocabulary/words.ts';

type Document = Readonly<Record<string, unknown>>;

const ofWords = /^words\((.+)\)$/;

const reader = (field: string): ((document: Document) => unknown) => {
  const texts = ofWords.exec(field)?.[1]?.split(',');
  if (texts === undefined) return (document) => document[field];
  return (document) => wordsIn(texts.map((name) => document[name]).filter((text) => typeof text === 'string'));
};

/** Reads from a document what an index over these fields sees, in their order; undefined where it lacks one. */
export const fieldReader = (fields: readonly string[]): ((document: object) => unknown[]) => {
  const readers = fields.map(reader);
  return (document) => readers.map((read) => read(document as Document));
};
