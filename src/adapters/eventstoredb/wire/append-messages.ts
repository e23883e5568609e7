/** `BatchAppendReq` and `BatchAppendResp` of the store's `streams.proto`. */
import { randomInt } from 'node:crypto';
import type { ExpectedRevision } from '../../../ports/event-log.ts';
import { MessageReader, MessageWriter } from './protobuf.ts';

/** What the store says of one append. */
export type AppendAnswer =
  /** Without a position: the events stood there already, and are truncated by now. */
  | { readonly kind: 'stands'; readonly revision: number; readonly position: WirePosition | undefined }
  | { readonly kind: 'wrong-revision'; readonly actual: ExpectedRevision }
  | { readonly kind: 'too-large' }
  /** Not allowed, and never will be. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** Anything else: what it means for the events is not said. */
  | { readonly kind: 'failed'; readonly detail: string };

export type WirePosition = { readonly commit: number; readonly prepare: number };

const writer = new MessageWriter();

/** Tells the appends of this process from those of others; the store gives it back. */
const process = randomInt(2 ** 47);

const nothing: Buffer = Buffer.alloc(0);

/** One event, ready to be put into any number of requests. */
export const proposedEvent = (id: string, type: string, data: string, metadata: string): Buffer => {
  writer.text(4, data);
  writer.text(3, metadata);
  property('content-type', 'application/json');
  property('type', type);
  const before = writer.size;
  writer.text(2, id);
  writer.enclose(1, before);
  return writer.take();
};

const property = (name: string, value: string): void => {
  const before = writer.size;
  writer.text(2, value);
  writer.text(1, name);
  writer.enclose(2, before);
};

/** Without a deadline: the store's own is shorter than any that clocks which differ could be trusted with. */
export const appendRequest = (
  number: number,
  stream: string,
  expected: ExpectedRevision,
  events: readonly Buffer[],
): Buffer => {
  writer.number(4, 1);
  for (const event of events.toReversed()) writer.bytes(3, event);

  const options = writer.size;
  if (expected === 'none') writer.empty(3);
  else writer.number(2, expected);
  const identifier = writer.size;
  writer.text(3, stream);
  writer.enclose(1, identifier);
  writer.enclose(2, options);

  const correlation = writer.size;
  writer.number(2, number);
  writer.number(1, process);
  writer.enclose(1, correlation);
  writer.enclose(1, correlation);
  return writer.take();
};

/** Which request it answers, and what. */
export const appendAnswer = (message: Buffer): { readonly number: number; readonly answer: AppendAnswer } => {
  const reader = new MessageReader(message);
  let number = 0;
  let answer: AppendAnswer = { kind: 'failed', detail: 'an answer without a result' };
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) number = numberOf(reader.message());
    else if (field === 2) answer = failure(reader.message());
    else if (field === 3) answer = success(reader.message());
    else reader.skip();
  }
  return { number, answer };
};

const numberOf = (uuid: MessageReader): number => {
  for (let field = uuid.next(); field !== 0; field = uuid.next()) {
    if (field !== 1) uuid.skip();
    else {
      const structured = uuid.message();
      for (let half = structured.next(); half !== 0; half = structured.next())
        if (half === 2) return structured.number();
        else structured.skip();
    }
  }
  return 0;
};

const success = (reader: MessageReader): AppendAnswer => {
  let revision = 0;
  let position: WirePosition | undefined;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) revision = reader.number();
    else if (field === 3) position = positionIn(reader.message());
    else reader.skip();
  }
  return { kind: 'stands', revision, position };
};

const positionIn = (reader: MessageReader): WirePosition => {
  let [commit, prepare] = [0, 0];
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) commit = reader.number();
    else if (field === 2) prepare = reader.number();
    else reader.skip();
  }
  return { commit, prepare };
};

/** A `google.rpc.Status`; what happened is told by the type of its details. */
const failure = (reader: MessageReader): AppendAnswer => {
  let detail = '';
  let [type, value] = ['', nothing];
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 2) detail = reader.text();
    else if (field === 3) [type, value] = anyOf(reader.message());
    else reader.skip();
  }
  switch (type.slice(type.lastIndexOf('.') + 1)) {
    case 'WrongExpectedVersion':
      return { kind: 'wrong-revision', actual: actualOf(new MessageReader(value)) };
    case 'MaximumAppendSizeExceeded':
      return { kind: 'too-large' };
    case 'AccessDenied':
    case 'StreamDeleted':
      return { kind: 'refused', detail };
    default:
      return { kind: 'failed', detail };
  }
};

const anyOf = (reader: MessageReader): [type: string, value: Buffer] => {
  let [type, value] = ['', nothing];
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) type = reader.text();
    else if (field === 2) value = reader.bytes();
    else reader.skip();
  }
  return [type, value];
};

const actualOf = (reader: MessageReader): ExpectedRevision => {
  for (let field = reader.next(); field !== 0; field = reader.next())
    if (field === 1) return reader.number();
    else reader.skip();
  return 'none';
};
