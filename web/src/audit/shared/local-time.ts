/** Converts moments to and from form fields, which show the time zone of the browser. */

const two = (value: number): string => String(value).padStart(2, '0');

/** The value for a field of the type `datetime-local`; empty for a moment that is not a time. */
export function localTime(moment: string | undefined): string {
  const at = new Date(moment ?? '');
  if (moment === undefined || !/^\d{4}-/.test(moment) || Number.isNaN(at.getTime())) return '';
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}

/**
 * The moment at which a day begins in the visitor's time zone. (The server reads a day without a time as UTC.) A text
 * that is not a day is returned unchanged.
 */
export function beginOf(day: string): string {
  const at = new Date(`${day}T00:00`);
  return Number.isNaN(at.getTime()) ? day : at.toISOString();
}

/** The moment in the field. If the field was not changed, the moment from before is returned, because the field cannot show all of it. */
export function timeSent(field: string, before: string | undefined): string {
  if (field === localTime(before)) return before ?? '';
  const at = new Date(field);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
