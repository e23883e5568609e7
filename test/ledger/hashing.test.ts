/** Hashes as texts: one text for each hash, and no other. */
import { expect } from 'chai';
import fc from 'fast-check';
import { hashBytes, hashIn, inBase64 } from '../../src/ledger/hashing.ts';

const hash = fc.uint8Array({ minLength: hashBytes, maxLength: hashBytes }).map((bytes) => inBase64(Buffer.from(bytes)));
const character = fc.constantFrom(...'ABCDwxyz0189+/-_=% \né');

describe('a hash in base64', () => {
  it('is accepted only in the form that an encoder produces', () => {
    const changed = fc
      .tuple(hash, fc.nat(44), character, fc.boolean())
      .map(([text, at, put, isInstead]) => `${text.slice(0, at)}${put}${text.slice(at + (isInstead ? 1 : 0))}`);
    fc.assert(
      fc.property(fc.oneof(hash, changed, fc.string()), (text) => {
        const bytes = Buffer.from(text, 'base64');
        const isWritten = bytes.length === hashBytes && inBase64(bytes) === text;
        expect(hashIn(text)).to.deep.equal(isWritten ? bytes : undefined);
      }),
      { numRuns: 2_000 },
    );
  });
});
