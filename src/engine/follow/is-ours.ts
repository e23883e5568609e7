import type { StoredEvent } from '../../ports/event-log.ts';
import type { Metadata } from '../../vocabulary/events/metadata.ts';

/**
 * Whether Verbatim wrote the event. Another program that writes to a log stream with such a name gives its events other metadata, or none.
 */
export function isOurs({ metadata }: Pick<StoredEvent, 'metadata'>): boolean {
  if (typeof metadata !== 'object' || metadata === null) return false;
  const { at, schema } = metadata as Partial<Metadata>;
  return Number.isSafeInteger(at) && Number.isSafeInteger(schema);
}
