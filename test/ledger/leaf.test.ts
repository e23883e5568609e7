import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { hashOfLeaf, leafOf, leafText } from '../../src/ledger/leaf.ts';

const stored = {
  id: '0198c0de-0000-7000-8000-000000000001',
  stream: 'message-1.7',
  type: 'MessageSent',
  data: { messageId: 7, text: { content: 'é' } },
  metadata: { actor: 3, at: 1_700_000_000_000, client: 'x', requestId: 'r', schema: 1, salt: 'AAEC' },
} as const;

describe('a leaf of the ledger', () => {
  it('can be computed by hand', () => {
    const content =
      '{"data":{"messageId":7,"text":{"content":"é"}},"id":"0198c0de-0000-7000-8000-000000000001",' +
      '"metadata":{"actor":3,"at":1700000000000,"client":"x","requestId":"r","schema":1},' +
      '"stream":"message-1.7","type":"MessageSent"}';
    const commit = createHash('sha256')
      .update(Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(content)]))
      .digest('base64');
    const text =
      `{"actor":3,"at":1700000000000,"commit":"${commit}","id":"0198c0de-0000-7000-8000-000000000001",` +
      '"schema":1,"stream":"message-1.7","type":"MessageSent","v":2}';
    expect(leafText(leafOf(stored))).to.equal(text);
    const hash = createHash('sha256').update('\0').update(text).digest('hex');
    expect(hashOfLeaf(leafOf(stored)).toString('hex')).to.equal(hash);
  });

  it('changes with everything that is stored of the event', () => {
    const { metadata } = stored;
    const changed = [
      { ...stored, id: '0198c0de-0000-7000-8000-000000000002' },
      { ...stored, stream: 'message-2.7' },
      { ...stored, type: 'MessageEdited' },
      { ...stored, data: { ...stored.data, text: { content: 'e' } } },
      ...[
        { actor: null },
        { at: 1 },
        { client: 'y' },
        { requestId: 's' },
        { causedBy: 'z' },
        { schema: 2 },
        { salt: 'AAED' },
      ].map((change) => ({ ...stored, metadata: { ...metadata, ...change } })),
    ];
    const hashes = [stored, ...changed].map((one) => hashOfLeaf(leafOf(one)).toString('hex'));
    expect(new Set(hashes)).to.have.length(changed.length + 1);
  });

  it('does not depend on the order in which a store writes fields', () => {
    const { salt, ...metadata } = stored.metadata;
    const turned = { ...stored, data: { text: stored.data.text, messageId: 7 }, metadata: { salt, ...metadata } };
    expect(leafText(leafOf(turned))).to.equal(leafText(leafOf(stored)));
  });
});
