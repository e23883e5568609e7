import type { Postings } from '../../../src/adapters/lmdb/postings/postings.ts';
import type { ReadFile } from '../../../src/adapters/lmdb/read-file.ts';

/** An index of the letters (`test/contracts/read-store/fixture.ts`) that is kept as postings. */
export const postingsOf = (file: ReadFile, name: string): Postings => {
  const index = file.modelNamed('letters').indexes.get(name);
  if (index === undefined || 'codec' in index) throw new Error(`${name} holds no postings`);
  return index;
};
