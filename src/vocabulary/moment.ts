/**
 * A moment of the log in the form in which people and programs write it: a time in ISO 8601, `position:N`, or the id of an event. It means
 * the moment after that event, or after every event that is not later than the time. A bare number is not a moment, because its meaning
 * would be unclear.
 */
export type Moment =
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'position'; readonly position: number }
  | { readonly kind: 'event'; readonly id: string };

export const momentForms = 'a time in ISO 8601 (2026-11-22T14:34:00Z), position:N, or the id of an event';

const time = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/i;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Undefined if the text is not a moment. A time without a zone is in UTC; a date means its first instant. */
export function momentOf(text: string): Moment | undefined {
  const position = /^position:(\d{1,16})$/.exec(text)?.[1];
  if (position !== undefined) {
    const number = Number(position);
    return Number.isSafeInteger(number) ? { kind: 'position', position: number } : undefined;
  }
  if (uuid.test(text)) return { kind: 'event', id: text.toLowerCase() };
  const at = timeOf(text);
  return at === undefined ? undefined : { kind: 'time', at };
}

/** UTC milliseconds. Undefined if it is not a time, such as the 30th of February. */
function timeOf(text: string): number | undefined {
  const found = time.exec(text);
  if (!found) return undefined;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] =
    found;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2');
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`);
  return Number.isNaN(at) ? undefined : at;
}
