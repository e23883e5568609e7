/** Form fields for a scope: people, streams, and the time in which messages were sent. */
import type { Signal } from '@preact/signals';
import { people, streams } from '../../model/organization.ts';
import { bound, Several } from '../../view/fields.tsx';

type Chosen = { readonly chosen: Signal<readonly number[]> };

export const SeveralPeople = ({ label, chosen }: Chosen & { readonly label: string }) => (
  <Several
    label={label}
    chosen={chosen}
    options={[...people.value.values()].map(({ user_id: id, full_name: name }) => [id, name])}
  />
);

export const SeveralStreams = ({ chosen }: Chosen) => (
  <Several
    label="Streams"
    chosen={chosen}
    options={[...streams.value.values()].map(({ stream_id: id, name }) => [id, `#${name}`])}
  />
);

export const SentBetween = (props: { readonly since: Signal<string>; readonly until: Signal<string> }) => (
  <>
    <label>
      Sent since
      <input type="date" {...bound(props.since)} />
    </label>
    <label>
      Sent before
      <input type="date" {...bound(props.until)} />
    </label>
  </>
);
