/** Times as parameters: ISO 8601 with `Z` or an offset, or a date, which means its beginning in UTC. */
import { z } from 'zod';
import type { Millis } from '../../vocabulary/ids.ts';
import { converted, type Parameter } from './parameters.ts';

const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d))?$/;
const withoutColon = /([+-]\d\d)(\d\d)$/;

/** Undefined if it is not a time between the years 1970 and 9999, or is on a day that does not exist. */
export function isoMillis(text: string): Millis | undefined {
  const sent = text.trim();
  if (!form.test(sent)) return undefined;
  const day = Number(sent.slice(8, 10));
  const at = Date.parse(sent.replace(',', '.').replace(withoutColon, sent.includes('T') ? '$1:$2' : '$&'));
  // `Date` would read the 30th of February as the 1st or 2nd of March.
  const isDay = new Date(`${sent.slice(0, 10)}T00:00Z`).getUTCDate() === day;
  return Number.isFinite(at) && at >= 0 && isDay ? at : undefined;
}

/** A time, in milliseconds since 1970. */
export const isoTime = (): Parameter<Millis> => converted(isoMillis);

export const isoTimeOrNull = (): Parameter<Millis | null> =>
  z.union([z.literal('null').transform(() => null), converted(isoMillis)]) as unknown as Parameter<Millis | null>;
