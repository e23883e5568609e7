/** An event is stored as one JSON text. Its log stream comes first, so that a prefix can be compared without parsing. */
import { EventLogDamaged, type NewEvent, type StoredEvent } from '../../ports/event-log.ts';

/** Called during `append`, so that later changes to the caller's object have no effect. */
export const serializeEvent = ({ id, type, data, metadata }: NewEvent): string =>
  JSON.stringify({ id, type, data, metadata });

/** The stored text of an event. `body` is the result of `serializeEvent`. */
export const placeEvent = (stream: string, revision: number, body: string): string =>
  `{"stream":${JSON.stringify(stream)},"revision":${revision},${body.slice(1)}`;

export const parseEvent = (json: string, position: number): StoredEvent => {
  try {
    const event: Omit<StoredEvent, 'position'> & { position?: number } = JSON.parse(json);
    return Object.assign(event, { position });
  } catch (error) {
    throw new EventLogDamaged(
      `the event at position ${position} cannot be read: its text is no JSON. \`verbatim verify\` tells which it is`,
      { cause: error },
    );
  }
};

/** Everything before the data. */
const head = /^\{"stream":"([^"]*)","revision":([0-9]{1,15}),/;
const idInHead = /,"id":"([0-9a-f-]{36})"/;

/** An event of a log that somebody may have changed. What cannot be read of it is empty. */
export const legibleEvent = (json: string, position: number): StoredEvent => {
  const event = parsed(json);
  const { stream, revision, id, type } = event;
  const isWhole = typeof stream === 'string' && typeof id === 'string' && typeof type === 'string';
  if (isWhole && Number.isSafeInteger(revision)) return Object.assign(event as StoredEvent, { position });
  const upToData = json.slice(0, Math.max(json.indexOf(',"data":'), 0));
  const [, name = '', number = '-1'] = head.exec(upToData) ?? [];
  return {
    id: idInHead.exec(upToData)?.[1] ?? '',
    type: '',
    data: null,
    metadata: null,
    stream: name,
    revision: Number(number),
    position,
  };
};

const parsed = (json: string): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {};
  }
};

/** Whether a stored text belongs to a log stream with one of the prefixes; no prefixes: every text does. */
export const streamFilter = (prefixes: readonly string[]): ((json: string) => boolean) => {
  const beginnings = prefixes.map((prefix) => `{"stream":${JSON.stringify(prefix).slice(0, -1)}`);
  return beginnings.length === 0 ? () => true : (json) => beginnings.some((beginning) => json.startsWith(beginning));
};
