/** Moments as parameters: ISO 8601, `position:N`, or an event id. A bare number is not a moment, because it could mean any of them. */
import type { NamedMoment } from '../../queries/trail/moment.ts';
import { EventId } from '../../vocabulary/ids.ts';
import { converted, type Parameter } from './parameters.ts';

const iso = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;
const position = /^position:(\d{1,16})$/;

/** Undefined if the text is not a moment. A time without a zone is in UTC. */
export function momentNamed(text: string): NamedMoment | undefined {
  const digits = position.exec(text)?.[1];
  if (digits !== undefined) {
    const value = Number(digits);
    return Number.isSafeInteger(value) ? { kind: 'position', position: value } : undefined;
  }
  const event = EventId.safeParse(text);
  if (event.success) return { kind: 'event', eventId: event.data };
  if (!iso.test(text)) return undefined;
  const at = Date.parse(text.includes('T') && !/(Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(at) || at < 0 ? undefined : { kind: 'time', at };
}

export const moment = (): Parameter<NamedMoment> => converted(momentNamed);
