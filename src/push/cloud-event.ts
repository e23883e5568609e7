/** CloudEvents 1.0 in the structured mode, with the extension `sequence`. */
import type { Numbered } from './numbered.ts';

/** As text, in the order of the numbers. */
const digits = 16;

export function cloudEvent({ id, sequence, record }: Numbered, source: string): object {
  const numbered = { specversion: '1.0', id, source, sequence: String(sequence).padStart(digits, '0') };
  if (!record) return { ...numbered, type: 'verbatim.event.gone' };
  return {
    ...numbered,
    type: `verbatim.${record.action}`,
    subject: `${record.object.type}/${record.object.id}`,
    time: record.at,
    datacontenttype: 'application/json',
    data: record,
  };
}
