/** An event is stored as one JSON text. Its log stream comes first, so that a prefix can be compared without parsing. */
import type { NewEvent, StoredEvent } from '../../ports/event-log.ts';

/** Called during `append`, so that later changes to the caller's object have no effect. */
export const serializeEvent = ({ id, type, data, metadata }: NewEvent): string =>
  JSON.stringify({ id, type, data, metadata });

/** The stored text of an event. `body` is the result of `serializeEvent`. */
export const placeEvent = (stream: string, revision: number, body: string): string =>
  `{"stream":${JSON.stringify(stream)},"revision":${revision},${body.slice(1)}`;

export const parseEvent = (json: string, position: number): StoredEvent => {
  const event: Omit<StoredEvent, 'position'> & { position?: number } = JSON.parse(json);
  return Object.assign(event, { position });
};

/** Whether a stored text belongs to a log stream with one of the prefixes; no prefixes: every text does. */
export const streamFilter = (prefixes: readonly string[]): ((json: string) => boolean) => {
  const beginnings = prefixes.map((prefix) => `{"stream":${JSON.stringify(prefix).slice(0, -1)}`);
  return beginnings.length === 0 ? () => true : (json) => beginnings.some((beginning) => json.startsWith(beginning));
};
