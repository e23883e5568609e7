/** CloudEvents 1.0 in the structured mode, with the extension `sequence`. */
import type { Numbered } from './numbered.ts';

/** The number of digits of a number as text, so that texts sort in the order of the numbers. */
const digits = 16;

export function cloudEvent({ id, sequence: number, record }: Numbered, source: string): object {
  const sequence = String(number).padStart(digits, '0');
  if (!record) return { specversion: '1.0', id, source, sequence, type: 'verbatim.event.gone' };
  return {
    specversion: '1.0',
    id,
    source,
    sequence,
    type: `verbatim.${record.action}`,
    subject: `${record.object.type}/${record.object.id}`,
    time: record.at,
    datacontenttype: 'application/json',
    data: record,
  };
}
