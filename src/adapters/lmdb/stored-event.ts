/**
 * An event is stored as one JSON text with six fields in one order. Its log stream comes first, so that a prefix can be compared without
 * parsing. Data and metadata are canonical JSON, so that the text that a ledger commits to consists of pieces of the stored text.
 *
 * JSON allows a field twice, of which `JSON.parse` takes the last one, and fields that no event has. Somebody who changes the file could
 * make two readers read different events from such a text. So every reader refuses a text unless it begins with what was parsed from it.
 */
import { EventLogDamaged, type NewEvent, type StoredEvent } from '../../ports/event-log.ts';
import { canonicalJson } from '../../vocabulary/canonical-json.ts';

/** Called during `append`, so that later changes to the caller's object have no effect. */
export const serializeEvent = ({ id, type, data, metadata }: NewEvent): string =>
  `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"data":${canonicalJson(data)},"metadata":${canonicalJson(metadata)}}`;

/** The stored text of an event. `body` is the result of `serializeEvent`. */
export const placeEvent = (stream: string, revision: number, body: string): string =>
  `${placeOf(stream, revision)}${body.slice(1)}`;

/** The beginning of the stored text of an event. */
export const placeOf = (stream: string, revision: number): string =>
  `{"stream":${JSON.stringify(stream)},"revision":${revision},`;

/** Throws EventLogDamaged. */
export const parseEvent = (json: string, position: number): StoredEvent => {
  const event = wholeEvent(json);
  if (event) return Object.assign(event, { position });
  throw new EventLogDamaged(
    `the event at position ${position} cannot be read: its text is not that of an event. Put back a backup of the log; \`verbatim verify\` tells which events were changed`,
  );
};

type Whole = Omit<StoredEvent, 'position' | 'content'>;

/** Undefined if the text does not have the form that `placeEvent` gives it, whether or not its data are canonical. */
function wholeEvent(json: string): Whole | undefined {
  const event = parsed(json);
  return isWhole(event) && beginsWith(json, event) ? event : undefined;
}

const fieldsOfEvent = 6;

const isWhole = (event: Readonly<Record<string, unknown>>): event is Whole =>
  typeof event.stream === 'string' &&
  typeof event.id === 'string' &&
  typeof event.type === 'string' &&
  Number.isSafeInteger(event.revision) &&
  'data' in event &&
  'metadata' in event &&
  Object.keys(event).length === fieldsOfEvent;

/** Matches everything before the data if it has no escapes, as in every event of this service. */
const beforeData = /^\{"stream":"([^"\\]*)","revision":([0-9]+),"id":"([^"\\]*)","type":"([^"\\]*)","data":/;

function beginsWith(json: string, { stream, revision, id, type }: Whole): boolean {
  const found = beforeData.exec(json);
  if (found) return found[1] === stream && Number(found[2]) === revision && found[3] === id && found[4] === type;
  return json.startsWith(
    `${placeOf(stream, revision)}"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"data":`,
  );
}

export const writtenEvent = (json: string, position: number): StoredEvent => {
  const found = skimmed(json);
  return found ? Object.assign(found, { data: JSON.parse(found.data), position }) : parseEvent(json, position);
};

/** An event of a log that somebody may have changed. Its data are parsed only when they are read. Fields that cannot be read are empty. */
export const skimmedEvent = (json: string, position: number): StoredEvent => {
  const found = skimmed(json);
  return found ? new SkimmedEvent(json, position, found) : legibleEvent(json, position);
};

type Around = Pick<StoredEvent, 'stream' | 'revision' | 'id' | 'type' | 'metadata'>;
type Skimmed = Around & { readonly data: string; readonly content: string };

/**
 * The event with the text of its data and with `content`, which consists of pieces of the stored text. Undefined if the stored text has
 * another form. If somebody changed the log, the data may not be canonical or not even JSON; then `content` differs from what was sealed.
 * If `content` equals what was sealed, the event does too, because nothing around the data has escapes, so that `content` has only one
 * meaning.
 */
function skimmed(json: string): Skimmed | undefined {
  const [dataBegin, dataEnd] = [json.indexOf(',"data":'), json.lastIndexOf(',"metadata":')];
  const around = `${json.slice(0, dataBegin)}${json.slice(dataEnd)}`;
  if (dataBegin < 0 || dataEnd < dataBegin || around.includes('\\')) return undefined;
  const { stream, revision, id, type, metadata } = parsed(around) as Around;
  const { salt, schema } = (metadata ?? {}) as { readonly salt?: unknown; readonly schema?: unknown };
  const begin = `{"stream":"${stream}","revision":${revision},"id":"${id}","type":"${type}"`;
  const end = `,"salt":"${salt}","schema":${schema}}}`;
  if (begin.length !== dataBegin || !json.startsWith(begin) || !json.endsWith(end)) return undefined;
  const data = json.slice(dataBegin + ',"data":'.length, dataEnd);
  const unsalted = json.slice(dataEnd, -end.length);
  const content = `{"data":${data},"id":"${id}"${unsalted},"schema":${schema}},"stream":"${stream}","type":"${type}"}`;
  return { stream, revision, id, type, metadata, data, content };
}

class SkimmedEvent implements StoredEvent {
  readonly #json: string;
  #whole: Whole | 'unreadable' | undefined;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly metadata: unknown;
  readonly content: string;
  readonly position: number;

  constructor(json: string, position: number, { stream, revision, id, type, metadata, content }: Skimmed) {
    this.#json = json;
    this.stream = stream;
    this.revision = revision;
    this.id = id;
    this.type = type;
    this.metadata = metadata;
    this.content = content;
    this.position = position;
  }

  /** Undefined if the text is not that of an event. */
  get data(): unknown {
    this.#whole ??= wholeEvent(this.#json) ?? 'unreadable';
    return this.#whole === 'unreadable' ? undefined : this.#whole.data;
  }
}

/** Matches everything before the data. */
const head = /^\{"stream":"([^"]*)","revision":([0-9]{1,15}),/;
const idInHead = /,"id":"([0-9a-f-]{36})"/;

const legibleEvent = (json: string, position: number): StoredEvent => {
  const event = wholeEvent(json);
  if (event) return Object.assign(event, { position });
  const before = json.slice(0, Math.max(json.indexOf(',"data":'), 0));
  const [, name = '', number = '-1'] = head.exec(before) ?? [];
  return {
    id: idInHead.exec(before)?.[1] ?? '',
    type: '',
    data: null,
    metadata: null,
    stream: name,
    revision: Number(number),
    position,
  };
};

/** Without fields if the text is not that of a JSON object. */
const parsed = (json: string): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(json) ?? {};
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {};
  }
};

/** Which events are read for verification: events of log streams with these prefixes, or all events except those of `others`. */
export type Selection = { readonly prefixes: readonly string[]; readonly others?: readonly number[] | undefined };

/** Matches the beginning of every text that `placeEvent` makes, up to the number of the organization. */
const beginning = /^\{"stream":"[a-z]+-([0-9]+)\./;

/** Also accepts texts that do not begin like the text of an event. `others`: organizations by their numbers. */
export function filterToVerify({ prefixes, others }: Selection): (json: string) => boolean {
  if (others) {
    const left = new Set(others);
    return (json) => !left.has(Number(beginning.exec(json)?.[1]));
  }
  const isWanted = streamFilter(prefixes);
  return (json) => isWanted(json) || !beginning.test(json);
}

/** Whether a stored text belongs to a log stream with one of the prefixes. Without prefixes, every text does. */
export const streamFilter = (prefixes: readonly string[]): ((json: string) => boolean) => {
  if (prefixes.length === 0) return () => true;
  const beginnings = prefixes.map((prefix) => JSON.stringify(prefix).slice(1, -1).replace(/\W/g, '\\$&'));
  const wanted = new RegExp(`^\\{"stream":"(?:${beginnings.join('|')})`);
  return (json) => wanted.test(json);
};
