/** The formats in which events of the trail are sent. */
import type { SinkFormat } from '../vocabulary/events/sinks.ts';
import { cloudEvent } from './cloud-event.ts';
import type { Numbered } from './numbered.ts';
import { ocsfEvent } from './ocsf.ts';

/** `source`: the address of the organization's trail. */
type Format = { readonly contentType: string; readonly item: (event: Numbered, source: string) => object };

const formats: Readonly<Record<SinkFormat, Format>> = {
  cloudevents: { contentType: 'application/cloudevents-batch+json; charset=utf-8', item: cloudEvent },
  ocsf: { contentType: 'application/json; charset=utf-8', item: ocsfEvent },
};

export const formatOf = (name: SinkFormat): Format => formats[name];
