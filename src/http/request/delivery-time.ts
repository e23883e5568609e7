/** `deliver_at`: the time at which a message is to be sent. Without an offset it is a time in the user's time zone. */
import { wallTimeIn } from '../../rendering/time-text.ts';
import { dayMs } from '../../vocabulary/day.ts';
import type { Millis } from '../../vocabulary/ids.ts';
import { ProblemError } from '../response/problem.ts';

/** `text`: the time as the original API answers it, `2030-01-31 12:00:00+01:00`. Throws a problem if it is not a complete date and time. */
export function deliveryTime(sent: string, timezone: string): { readonly at: Millis; readonly text: string } {
  const time = sent.length > 100 ? undefined : wallTimeIn(sent.trim());
  if (!time) throw new ProblemError({ status: 400, msg: 'Invalid time format' });
  const offsetMs = time.offsetMs ?? offsetOn(time.wall, timezone);
  const at = time.wall - offsetMs;
  return { at, text: `${new Date(time.wall).toISOString().slice(0, 19).replace('T', ' ')}${offsetText(offsetMs)}` };
}

/** How far the clocks of a zone are ahead of UTC when they show `wall`. If they show that time twice, the first one counts. */
function offsetOn(wall: Millis, timezone: string): number {
  const dayBefore = offsetAt(wall - dayMs, timezone);
  return offsetAt(wall - dayBefore, timezone) === dayBefore ? dayBefore : offsetAt(wall + dayMs, timezone);
}

function offsetAt(at: Millis, timeZone: string): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes, seconds = '0'] = /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(name ?? '') ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
