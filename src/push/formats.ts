/** The formats in which events of the trail are sent. */
import type { SinkFormat } from '../vocabulary/events/sinks.ts';
import type { Numbered } from './numbered.ts';
import { ocsfEvent } from './ocsf.ts';

/** `source`: the address of the organization's trail. */
type Format = { readonly contentType: string; readonly item: (event: Numbered, source: string) => object };

const formats: Readonly<Record<SinkFormat, Format>> = {
  cloudevents: { contentType: 'application/cloudevents-batch+json; charset=utf-8', item: cloudEvent },
  ocsf: { contentType: 'application/json; charset=utf-8', item: ocsfEvent },
};

export const formatOf = (name: SinkFormat): Format => formats[name];

/** The number of digits of a number as text, so that texts sort in the order of the numbers. */
const digits = 16;

function cloudEvent({ id, sequence: number, record }: Numbered, source: string): object {
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
