/** Form fields for a scope: people, streams, and the time in which messages were sent. */
import type { Signal } from '@preact/signals';
import { LabelledInput } from '../../view/fields.tsx';
import { Several } from '../../view/several.tsx';
import { peopleByName, streamsByName } from './people.ts';

type Chosen = { readonly chosen: Signal<readonly number[]> };

export const SeveralPeople = ({ label, chosen }: Chosen & { readonly label: string }) => (
  <Several label={label} chosen={chosen} options={peopleByName.value} />
);

export const SeveralStreams = ({ chosen }: Chosen) => (
  <Several label="Streams" chosen={chosen} options={streamsByName.value} />
);

export const SentBetween = (props: { readonly since: Signal<string>; readonly until: Signal<string> }) => (
  <>
    <LabelledInput label="Sent since" type="date" text={props.since} />
    <LabelledInput label="Sent before" type="date" text={props.until} />
  </>
);
