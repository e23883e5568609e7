/** Looks from another thread: what is unpacked is what was packed, whatever an event looks like. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { Look } from '../../src/audit/look.ts';
import { packed, unpacked } from '../../src/audit/packed-looks.ts';
import { inBase64 } from '../../src/ledger/hashing.ts';

const text = (length: number) => fc.string({ minLength: length, maxLength: length });
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => inBase64(Buffer.from(bytes)));

const look: fc.Arbitrary<Look> = fc.record(
  {
    id: fc.oneof({ weight: 3, arbitrary: fc.uuid() }, text(36), fc.string()),
    position: fc.maxSafeNat(),
    at: fc.oneof(fc.maxSafeNat(), fc.double({ noNaN: true }), fc.string() as fc.Arbitrary<never>),
    as: fc.constantFrom('recorded', 'recorded', 'recorded', 'other', 'unrecorded'),
    leaf: fc.oneof({ weight: 3, arbitrary: hash }, text(44), fc.string(), fc.constant(undefined)),
    kept: fc.array(fc.record({ id: fc.uuid(), hash: fc.option(hash, { nil: undefined }) }), { maxLength: 2 }),
    ledger: fc.record({ type: fc.string(), data: fc.anything(), metadata: fc.anything(), position: fc.maxSafeNat() }),
  },
  { requiredKeys: ['id', 'position', 'at', 'as', 'leaf'] },
);

describe('packed looks', () => {
  it('are unpacked as they were, in their order', () => {
    fc.assert(
      fc.property(fc.array(look), (looks) => {
        expect([...unpacked(packed(looks))]).to.deep.equal(looks);
      }),
    );
  });
});
