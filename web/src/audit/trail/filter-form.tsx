import { type Signal, signal, useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Api } from 'verbatim/client';
import { goToAddress } from '../../api/looking.ts';
import { Button, bound, Choice, LabelledInput } from '../../view/fields.tsx';
import { NamedField } from '../../view/named-field.tsx';
import { localTime, timeSent } from '../shared/local-time.ts';
import { peopleByName, streamsByName } from '../shared/people.ts';
import { addressOfTrail, type Filter, filterNames } from './filter.ts';

export type Action = Api['GET /audit/actions']['answer']['actions'][number];

const service = ['service', 'The service'] as const;

/** The texts in the fields of the form. */
const textsOf = (filter: Filter) => {
  const texts = { ...filter, since: localTime(filter.since), until: localTime(filter.until) };
  return Object.fromEntries(filterNames.map((name) => [name, signal(texts[name] ?? '')])) as Record<
    keyof Filter,
    Signal<string>
  >;
};

/** The filters. A search writes them into the address. */
export function FilterForm({ filter, actions }: { readonly filter: Filter; readonly actions: readonly Action[] }) {
  const texts = useMemo(() => textsOf(filter), []);
  const { actor, action, object_type: objectType, stream_id: stream, since, until } = texts;
  const actors = useComputed(() => [service, ...peopleByName.value]);
  const types = [...new Set(actions.map(({ object_type: type }) => type))].sort();
  const isRare = [filter.object_type, filter.object_id, filter.client, filter.request_id, filter.caused_by].some(
    Boolean,
  );
  return (
    <form
      class="filters"
      aria-label="Filters"
      onSubmit={() => {
        const asked = Object.fromEntries(filterNames.map((name) => [name, texts[name].value]));
        const times = { since: timeSent(since.value, filter.since), until: timeSent(until.value, filter.until) };
        goToAddress(addressOfTrail({ ...asked, ...times }));
      }}
    >
      <label class="wide">
        Words
        <input type="search" placeholder="in names and topics" {...bound(texts.query)} />
      </label>
      <NamedField label="Who" chosen={actor} options={actors.value} />
      <label>
        What
        <select {...bound(action)}>
          <option value="">anything</option>
          {types.map((type) => (
            <optgroup key={type} label={type.replaceAll('_', ' ')}>
              <option value={`${type}.`}>{type}.*</option>
              {[...new Set(actions.filter((one) => one.object_type === type).map((one) => one.action))].map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </optgroup>
          ))}
          {action.value !== '' && !actions.some((one) => one.action.startsWith(action.value)) && (
            <option value={action.value}>{action.value}</option>
          )}
        </select>
      </label>
      <NamedField label="Stream" chosen={stream} options={streamsByName.value} />
      <LabelledInput label="Topic" text={texts.topic} />
      <LabelledInput label="After" type="datetime-local" step="1" text={since} />
      <LabelledInput label="Up to" type="datetime-local" step="1" text={until} />
      <details open={isRare}>
        <summary>More</summary>
        <div class="filters">
          <Choice
            label="Kind of object"
            chosen={objectType}
            options={{ '': 'any', ...Object.fromEntries(types.map((type) => [type, type.replaceAll('_', ' ')])) }}
          />
          <LabelledInput label="Id of the object" text={texts.object_id} />
          <LabelledInput label="Client" text={texts.client} />
          <LabelledInput label="Id of the request" text={texts.request_id} />
          <LabelledInput label="Id of the event that caused it" text={texts.caused_by} />
        </div>
      </details>
      <p class="acts-line">
        <Button label="Search" type="submit" class="primary" />
        <a href="#audit/trail">Everything</a>
      </p>
    </form>
  );
}
