/** The destination of a message: a stream and a topic, or people. */
import { useSignal } from '@preact/signals';
import { loadTopics, topics } from '../model/conversations.ts';
import type { Place } from '../model/narrow.ts';
import { addressees, me, personName, streamName, streams, subscriptions } from '../model/organization.ts';
import { place, redirect, topic } from './compose-state.ts';
import { bound } from './fields.tsx';

export function placeWords(to: Place): string {
  if (to.kind === 'topic') return `#${streamName(to.streamId)} › ${to.topic}`;
  if (to.kind === 'stream') return `#${streamName(to.streamId)}`;
  return to.ids.length === 0 ? 'yourself' : to.ids.map(personName).join(', ');
}

export function PlaceFields() {
  const to = place.value;
  const isChosen = to !== undefined && to.kind !== 'stream';
  const name = useSignal('');
  // Users may also read and write to streams without a subscription.
  const offered = [...streams.value.values()]
    .filter(({ stream_id: id }) => subscriptions.value.has(id) || (to?.kind === 'stream' && id === to.streamId))
    .sort((a, b) => a.name.localeCompare(b.name));
  if (isChosen)
    return (
      <p class="compose-place">
        <span>to</span> <b>{placeWords(to)}</b>
        <button type="button" class="quiet" onClick={() => redirect(undefined)}>
          Change
        </button>
      </p>
    );
  const value = to?.kind === 'stream' ? String(to.streamId) : name.value;
  return (
    <div class="compose-place">
      <select
        aria-label="Stream or person"
        value={value}
        onChange={({ currentTarget: { value: picked } }) => {
          name.value = picked;
          if (picked === '' || picked === 'people') redirect(undefined);
          else redirect({ kind: 'stream', streamId: Number(picked) });
        }}
      >
        <option value="">Stream or person…</option>
        <option value="people">A person</option>
        {offered.map(({ stream_id: id, name: called }) => (
          <option key={id} value={id}>
            #{called}
          </option>
        ))}
      </select>
      {to?.kind === 'stream' && (
        <>
          <input
            aria-label="Topic"
            placeholder="Topic"
            maxLength={60}
            list="known-topics"
            onFocus={() => void loadTopics(to.streamId)}
            {...bound(topic)}
          />
          <datalist id="known-topics">
            {(topics.value.get(to.streamId) ?? []).slice(0, 50).map(({ name: known }) => (
              <option key={known} value={known} />
            ))}
          </datalist>
        </>
      )}
      {!to && name.value === 'people' && (
        <select
          aria-label="Person"
          onChange={({ currentTarget: { value: picked } }) => {
            if (picked !== '') redirect({ kind: 'people', ids: [Number(picked)].filter((id) => id !== me.value) });
          }}
        >
          <option value="">Choose a person…</option>
          {addressees.value.map(({ user_id: id, full_name: full }) => (
            <option key={id} value={id}>
              {full}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
