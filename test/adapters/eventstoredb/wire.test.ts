/** The messages as we write and read them, held against the client's own generated definitions. */
import { randomUUID } from 'node:crypto';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { expect } from 'chai';
import {
  type AppendAnswer,
  appendAnswer,
  appendRequest,
  proposedEvent,
} from '../../../src/adapters/eventstoredb/wire/append-messages.ts';
import { MessageReader, MessageWriter } from '../../../src/adapters/eventstoredb/wire/protobuf.ts';
import { eventIn, type ReadRange, readRequest } from '../../../src/adapters/eventstoredb/wire/read-messages.ts';
import { appendAnswer as answerOf, caughtUp, eventMessage, notHandled } from '../../servers/eventstoredb/wire.ts';

const text = 'ünï 🎉 '.repeat(20_000);
const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 31, 2 ** 32, 2 ** 43 - 1, Number.MAX_SAFE_INTEGER];

describe('messages of eventstoredb', () => {
  it('of an append are what was to be said', () => {
    const ids = [randomUUID(), randomUUID()] as const;
    const events = [proposedEvent(ids[0], 'First', text, '{}'), proposedEvent(ids[1], 'Second', '1', text)];
    for (const expected of ['none', ...numbers] as const) {
      const request = streams.BatchAppendReq.deserializeBinary(appendRequest(7, 'ä-1', expected, events));
      expect(request.getCorrelationId()?.getStructured()?.getLeastSignificantBits()).to.equal('7');
      expect(request.getIsFinal()).to.equal(true);
      const options = request.getOptions();
      expect(Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).to.equal('ä-1');
      if (expected === 'none') expect(options?.hasNoStream()).to.equal(true);
      else expect(options?.getStreamPosition()).to.equal(String(expected));
      const proposed = request.getProposedMessagesList();
      expect(proposed.map((event) => event.getId()?.getString())).to.deep.equal(ids);
      expect(proposed.map((event) => event.getMetadataMap().get('type'))).to.deep.equal(['First', 'Second']);
      expect(proposed.map((event) => event.getMetadataMap().get('content-type'))).to.deep.equal([
        'application/json',
        'application/json',
      ]);
      expect(proposed.map((event) => Buffer.from(event.getData_asU8()).toString())).to.deep.equal([text, '1']);
      expect(proposed.map((event) => Buffer.from(event.getCustomMetadata_asU8()).toString())).to.deep.equal([
        '{}',
        text,
      ]);
    }
  });

  it('of an answer say what became of the append', () => {
    const request = streams.BatchAppendReq.deserializeBinary(appendRequest(300, 'a', 3, []));
    const read = (answer: BatchAppendResp) => appendAnswer(Buffer.from(answer.serializeBinary()));
    const told = (outcome: Parameters<typeof answerOf>[3]): AppendAnswer => {
      const { number, answer } = read(answerOf(request, 'a', 3, outcome));
      expect(number).to.equal(300);
      return answer;
    };
    for (const position of numbers)
      expect(told({ result: 'success', revision: position, position })).to.deep.equal({
        kind: 'stands',
        revision: position,
        position: { commit: position, prepare: position },
      });
    const truncated = { kind: 'stands', revision: 1, position: undefined };
    expect(told({ result: 'success', revision: 1, position: undefined })).to.deep.equal(truncated);
    for (const actual of [0, 5, 'none'] as const)
      expect(told({ result: 'wrong-expected-version', actual })).to.deep.equal({ kind: 'wrong-revision', actual });
    expect(told({ result: 'too-large', bytesMax: 1 })).to.deep.equal({ kind: 'too-large' });
    expect(told(notHandled('Server Is Busy'))).to.deep.equal({ kind: 'failed', detail: 'Server Is Busy' });
  });

  it('of a read ask for a range of what a filter lets through', () => {
    const ask = (range: ReadRange) => streams.ReadReq.deserializeBinary(readRequest(range)).getOptions();
    const live = ask({ from: 2 ** 40, filter: { prefix: 'a:' } });
    expect(live?.getAll()?.getPosition()?.getCommitPosition()).to.equal(String(2 ** 40));
    expect(live?.getAll()?.getPosition()?.getPreparePosition()).to.equal(String(2 ** 40));
    expect(live?.hasSubscription()).to.equal(true);
    expect(live?.getReadDirection()).to.equal(0);
    expect(live?.getUuidOption()?.hasString()).to.equal(true);
    expect(live?.getFilter()?.getStreamIdentifier()?.getPrefixList()).to.deep.equal(['a:']);
    const first = ask({ from: 'start', count: 300, filter: { regex: '^a' } });
    expect(first?.getAll()?.hasStart()).to.equal(true);
    expect(first?.getCount()).to.equal('300');
    expect(first?.getFilter()?.getStreamIdentifier()?.getRegex()).to.equal('^a');
    const newest = ask({ from: 'end', backward: true, count: 1 });
    expect(newest?.getAll()?.hasEnd()).to.equal(true);
    expect(newest?.getReadDirection()).to.equal(1);
    expect(newest?.hasNoFilter()).to.equal(true);
  });

  it('of a read tell events, and nothing else', () => {
    const event = { id: randomUUID(), type: 'Said', isJson: true, revision: 2 ** 33, created: new Date() };
    const [data, metadata] = [Buffer.from(text), Buffer.from('{}')];
    const message = eventMessage({ ...event, stream: 'ä-1', position: 2 ** 42, data, metadata });
    expect(eventIn(Buffer.from(message.serializeBinary()))).to.deep.equal({
      id: event.id,
      type: 'Said',
      streamId: 'ä-1',
      isJson: true,
      revision: 2 ** 33,
      commit: 2 ** 42,
      prepare: 2 ** 42,
      data,
      metadata,
    });
    expect(eventIn(Buffer.from(caughtUp().serializeBinary()))).to.equal(undefined);
  });

  it('that end too early are refused, wherever it is', () => {
    const writer = new MessageWriter();
    writer.text(2, 'abc');
    writer.number(1, 300);
    const whole = writer.take();
    const read = (bytes: Buffer): [number, string] => {
      const reader = new MessageReader(bytes);
      expect(reader.next()).to.equal(1);
      const number = reader.number();
      expect(reader.next()).to.equal(2);
      return [number, reader.text()];
    };
    expect(read(whole)).to.deep.equal([300, 'abc']);
    for (const end of [2, 5, 6, 7]) expect(() => read(whole.subarray(0, end))).to.throw(RangeError);
  });
});
