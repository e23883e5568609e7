/**
 * Times as people write them in `<time:…>`: a date, and optionally a time of day and an offset, in any order. A date in digits is
 * year-month-day or, as American clients write it, month/day/year. A text without a complete date is not a time, because the HTML of a text
 * must not depend on the day on which it is rendered.
 */
import type { Millis } from '../vocabulary/ids.ts';

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** Offsets in hours of the zones that clients offer by name. */
const zones: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 1,
  bst: 1,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  ist: 5.5,
  jst: 9,
  kst: 9,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  akst: -9,
  akdt: -8,
  hst: -10,
};
const hourMs = 3_600_000;
const minuteMs = 60_000;

const separators = /[\s,]+/y;
const weekday = /(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?/iy;
const isoDate = /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)t?/iy;
const americanDate = /(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/y;
const clock = /(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?(?!\d)\s*([ap]m?\b)?/iy;
const hourOfDay = /(\d{1,2})\s*([ap]m)\b/iy;
const offset = /(?:utc|gmt)?\s*([+-])(\d{2}):?(\d{2})?(?!\d)/iy;
const word = /([a-z]+)\.?/iy;
const number = /(\d{4}|\d{1,2})(?:st|nd|rd|th)?(?![\d:a-z])/iy;

/** The parts that were found. Each is found at most once. */
type Found = { year?: number; month?: number; day?: number; timeMs?: number; offsetMs?: number };

/** Undefined if the text has none of these forms, or names a day that does not exist. Without an offset the time is in UTC. */
export function timeIn(text: string): Millis | undefined {
  const time = wallTimeIn(text);
  return time && time.wall - (time.offsetMs ?? 0);
}

/** A local time, in milliseconds as if it were UTC. `offsetMs`: how far the local clock is ahead of UTC, if the text contains an offset. */
export function wallTimeIn(text: string): { readonly wall: Millis; readonly offsetMs?: number } | undefined {
  const found: Found = {};
  for (let at = 0; at < text.length; ) {
    const next = partAt(text, at, found);
    if (next === undefined) return undefined;
    at = next;
  }
  const { year, month, day, timeMs = 0, offsetMs } = found;
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // `Date` accepts 31 February as the 2nd or 3rd of March.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return { wall: date.getTime() + timeMs, ...(offsetMs !== undefined && { offsetMs }) };
}

type Taking = { readonly form: RegExp; readonly take: (match: RegExpExecArray, found: Found) => Found | undefined };

const forms: readonly Taking[] = [
  { form: separators, take: () => ({}) },
  { form: weekday, take: () => ({}) },
  { form: isoDate, take: ([, year, , month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }) },
  {
    form: americanDate,
    take: ([, month, , day, year]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  },
  {
    form: clock,
    take: ([, hours, minutes, seconds = '0', fraction = '0', half]) =>
      timeOf(Number(hours), Number(minutes), Number(`${seconds}.${fraction}`), half),
  },
  { form: hourOfDay, take: ([, hours, half]) => timeOf(Number(hours), 0, 0, half) },
  {
    // A sign before the time of day is a separator and not an offset.
    form: offset,
    take: ([, sign, hours, minutes = '0'], { timeMs }) =>
      timeMs === undefined || Number(hours) > 14 || Number(minutes) > 59
        ? undefined
        : { offsetMs: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs },
  },
  { form: word, take: ([, name = '']) => monthOrZone(name.toLowerCase()) },
  {
    form: number,
    take: ([, digits = ''], { day }) =>
      digits.length === 4 ? { year: Number(digits) } : day === undefined ? { day: Number(digits) } : undefined,
  },
];

/** The index at which the next part begins. Undefined if none of the forms matches here, or if the part was found before. */
function partAt(text: string, at: number, found: Found): number | undefined {
  for (const { form, take } of forms) {
    form.lastIndex = at;
    const match = form.exec(text);
    const part = match && take(match, found);
    if (!match || !part) continue;
    if (Object.keys(part).some((name) => name in found)) return undefined;
    Object.assign(found, part);
    return at + match[0].length;
  }
  return undefined;
}

function timeOf(hours: number, minutes: number, seconds: number, half: string | undefined): Found | undefined {
  if (minutes > 59 || seconds >= 60 || hours > 23) return undefined;
  if (half !== undefined && (hours < 1 || hours > 12)) return undefined;
  const isAfternoon = half?.toLowerCase().startsWith('p');
  const hour = half === undefined ? hours : (hours % 12) + (isAfternoon ? 12 : 0);
  return { timeMs: (hour * 60 + minutes) * 60_000 + Math.round(seconds * 1000) };
}

function monthOrZone(name: string): Found | undefined {
  const zone = Object.hasOwn(zones, name) ? zones[name] : undefined;
  if (zone !== undefined) return { offsetMs: zone * hourMs };
  const month =
    /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/.test(
      name,
    )
      ? months.indexOf(name.slice(0, 3)) + 1
      : 0;
  return month > 0 ? { month } : undefined;
}
