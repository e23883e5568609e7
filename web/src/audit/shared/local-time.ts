/** Moments in fields of forms, which are in the reader's zone. */

const two = (value: number): string => String(value).padStart(2, '0');

/** For a field of the type `datetime-local`. Empty for a moment that is no time. */
export function localTime(moment: string | undefined): string {
  const at = new Date(moment ?? '');
  if (moment === undefined || !/^\d{4}-/.test(moment) || Number.isNaN(at.getTime())) return '';
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}

/** The moment that the field says. One that it cannot show, or shows without its milliseconds, stays as it was. */
export function timeSent(field: string, before: string | undefined): string {
  if (field === localTime(before)) return before ?? '';
  const at = new Date(field);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
