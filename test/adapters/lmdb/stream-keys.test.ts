import { expect } from 'chai';
import fc from 'fast-check';
import { toBufferKey } from 'ordered-binary';
import { type StreamKey, streamKeys } from '../../../src/adapters/lmdb/stream-keys.ts';

const bytesOf = (key: StreamKey): Buffer => {
  const target = Buffer.alloc(1024);
  return target.subarray(7, streamKeys.writeKey(key, target, 7));
};

const streams = fc.oneof(
  fc.string({ maxLength: 90 }),
  fc.string({ maxLength: 90, unit: 'grapheme' }),
  fc.stringMatching(/^[a-zA-Z]{1,20}-[0-9.]{1,12}$/),
);
const revisions = fc.oneof(fc.nat(40), fc.maxSafeNat(), fc.maxSafeInteger());

describe('the index keys of the log', () => {
  it('are the bytes that stand in files written before, and are read back', () => {
    fc.assert(
      fc.property(streams, fc.option(revisions, { nil: undefined }), (stream, revision) => {
        const key: StreamKey = revision === undefined ? [stream] : [stream, revision];
        const bytes = bytesOf(key);
        expect(bytes.toString('hex')).to.equal(toBufferKey(key).toString('hex'));
        if (revision === undefined) return;
        expect(streamKeys.readKey(bytes, 0, bytes.length)).to.deep.equal(key);
      }),
      { numRuns: 2_000 },
    );
  });

  it('ask for a larger buffer where one is too small', () => {
    for (const key of [['message-1.5', 0], ['message-1.5']] satisfies StreamKey[])
      expect(() => streamKeys.writeKey(key, Buffer.alloc(14), 4)).to.throw(RangeError);
  });
});
