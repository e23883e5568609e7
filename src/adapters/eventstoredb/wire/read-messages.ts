/** `ReadReq` for reads of and a subscription to everything, and the events of `ReadResp`, of the store's `streams.proto`. */
import { MessageReader, MessageWriter } from './protobuf.ts';

/** An event as it came: what it holds is text that nobody has parsed yet. */
export type WireEvent = {
  id: string;
  type: string;
  streamId: string;
  isJson: boolean;
  /** Of tombstones beyond what a number tells. */
  revision: number;
  commit: number;
  prepare: number;
  data: Buffer;
  metadata: Buffer;
};

/** A position, a record's beginning; the record there is part of a read, and not of a subscription. */
export type ReadFrom = 'start' | 'end' | number;

export type ReadRange = {
  readonly from: ReadFrom;
  readonly backward?: boolean;
  /** So many at most; undefined: for ever, what stands and what comes. */
  readonly count?: number;
  /** Undefined: all, the store's own too. */
  readonly filter?: StreamFilter;
};

/** Which streams the store looks for, by the beginnings of their names or by a regular expression. */
export type StreamFilter = { readonly prefix: string } | { readonly regex: string };

/** How many events the store looks through at a time for those that are asked for. */
const searchWindow = 1000;

export const readRequest = ({ from, backward = false, count, filter }: ReadRange): Buffer => {
  const writer = new MessageWriter();
  const options = writer.size;

  const ids = writer.size;
  writer.empty(2);
  writer.enclose(9, ids);

  if (filter === undefined) writer.empty(8);
  else {
    const filtering = writer.size;
    writer.number(5, 1);
    writer.number(3, searchWindow);
    const expression = writer.size;
    if ('prefix' in filter) writer.text(2, filter.prefix);
    else writer.text(1, filter.regex);
    writer.enclose(1, expression);
    writer.enclose(7, filtering);
  }

  if (count === undefined) writer.empty(6);
  else writer.number(5, count);
  if (backward) writer.number(3, 1);

  const all = writer.size;
  if (from === 'start') writer.empty(2);
  else if (from === 'end') writer.empty(3);
  else {
    const position = writer.size;
    writer.number(2, from);
    writer.number(1, from);
    writer.enclose(1, position);
  }
  writer.enclose(2, all);
  writer.enclose(1, options);
  return writer.take();
};

/** Undefined for what is no event: a confirmation, a mark. */
export const eventIn = (message: Buffer): WireEvent | undefined => {
  const reader = new MessageReader(message);
  for (let field = reader.next(); field !== 0; field = reader.next())
    if (field === 1) return resolved(reader.message());
    else reader.skip();
  return undefined;
};

const resolved = (reader: MessageReader): WireEvent | undefined => {
  for (let field = reader.next(); field !== 0; field = reader.next())
    if (field === 1) return recorded(reader.message());
    else reader.skip();
  return undefined;
};

const nothing = Buffer.alloc(0);

const recorded = (reader: MessageReader): WireEvent => {
  const event: WireEvent = {
    id: '',
    type: '',
    streamId: '',
    isJson: false,
    revision: 0,
    commit: 0,
    prepare: 0,
    data: nothing,
    metadata: nothing,
  };
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) event.id = fieldOf(reader.message(), 2);
    else if (field === 2) event.streamId = fieldOf(reader.message(), 3);
    else if (field === 3) event.revision = reader.number();
    else if (field === 4) event.prepare = reader.number();
    else if (field === 5) event.commit = reader.number();
    else if (field === 6) property(event, reader.message());
    else if (field === 7) event.metadata = reader.bytes();
    else if (field === 8) event.data = reader.bytes();
    else reader.skip();
  }
  return event;
};

const fieldOf = (reader: MessageReader, wanted: number): string => {
  for (let field = reader.next(); field !== 0; field = reader.next())
    if (field === wanted) return reader.text();
    else reader.skip();
  return '';
};

const property = (event: WireEvent, reader: MessageReader): void => {
  let [name, value] = ['', ''];
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) name = reader.text();
    else if (field === 2) value = reader.text();
    else reader.skip();
  }
  if (name === 'type') event.type = value;
  else if (name === 'content-type') event.isJson = value === 'application/json';
};
