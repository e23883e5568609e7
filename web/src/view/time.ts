/** Formats times in the time zone and language of the browser. */
import { signal } from '@preact/signals';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });

export const clockOf = (seconds: number): string => clock.format(seconds * 1000);
export const wholeOf = (seconds: number): string => whole.format(seconds * 1000);
export const isSameDay = (a: number, b: number): boolean =>
  new Date(a * 1000).toDateString() === new Date(b * 1000).toDateString();

/** A page may be open for days. A timer until midnight would not run while the computer sleeps. */
const today = signal(new Date().toDateString());
setInterval(() => {
  today.value = new Date().toDateString();
}, 60_000);

export function dayOf(seconds: number): string {
  // Texts that name a day are drawn again on the next day.
  today.value;
  const at = new Date(seconds * 1000);
  const now = new Date();
  if (at.toDateString() === now.toDateString()) return 'Today';
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (at.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return (at.getFullYear() === now.getFullYear() ? day : dayOfYear).format(at);
}
