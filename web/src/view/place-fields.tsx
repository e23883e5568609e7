/** The destination of a message: a stream and a topic, or people. */
import { computed, useSignal } from '@preact/signals';
import type { Ref } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { loadTopics, topics } from '../model/conversations.ts';
import { hasState } from '../model/follow.ts';
import type { Place } from '../model/narrow.ts';
import { addressees, me, personName, streamName, streams, subscriptions } from '../model/organization.ts';
import { focusAsked, place, redirect, topic } from './compose-state.ts';
import { Button, bound, isOfInputMethod } from './fields.tsx';
import { distinct, isPicked, Offered, type Options, optionMeant, optionNamed } from './named-field.tsx';

export function placeWords(to: Place): string {
  if (to.kind === 'topic') return `#${streamName(to.streamId)} › ${to.topic}`;
  if (to.kind === 'stream') return `#${streamName(to.streamId)}`;
  return to.ids.length === 0 ? 'yourself' : to.ids.map(personName).join(', ');
}

/** What a message may be sent to, by its words. Users may also read and write to streams without a subscription, but those are not offered. */
const targets = computed<Options>(() => [
  ...distinct(
    [...streams.value.values()]
      .filter(({ stream_id: id }) => subscriptions.value.has(id))
      .map(({ stream_id: id, name }) => [id, `#${name}`] as const),
  ),
  ...distinct(addressees.value.map(({ user_id: id, full_name: name }) => [id, name] as const)).map(
    ([id, name]) => [`person ${id}`, name] as const,
  ),
]);

const placeOfTarget = (id: number | string): Place =>
  typeof id === 'number'
    ? { kind: 'stream', streamId: id }
    : { kind: 'people', ids: [Number(id.replace('person ', ''))].filter((one) => one !== me.value) };

/** Names a stream or a person. The message goes there once the field is left, Enter is pressed, or a name is picked from the list. */
function TargetField({ to, field }: { readonly to: Place | undefined; readonly field: Ref<HTMLInputElement> }) {
  const list = useId();
  /** Undefined for as long as the field names the destination. */
  const typed = useSignal<string | undefined>(undefined);
  const isUnknown = useSignal(false);
  const named = to ? placeWords(to) : '';
  useLayoutEffect(() => {
    if (named === '') return;
    typed.value = undefined;
    isUnknown.value = false;
  }, [named]);
  const text = typed.value ?? named;
  /** Whether the field is gone now. */
  const choose = (words: string, find = optionNamed<Options[number]>): boolean => {
    if (typed.peek() === undefined) return false;
    const found = find(words, targets.peek());
    const isAsBefore = to !== undefined && words.trim() === named;
    isUnknown.value = !found && !isAsBefore && words.trim() !== '';
    if (!isUnknown.value) typed.value = undefined;
    if (isAsBefore) return false;
    redirect(found && placeOfTarget(found[0]));
    const isGone = typeof found?.[0] === 'string';
    if (isGone) focusAsked.value = true;
    return isGone;
  };
  return (
    <>
      <input
        ref={field}
        aria-label="Stream or person"
        placeholder="Stream or person"
        dir="auto"
        autocomplete="off"
        list={list}
        aria-invalid={isUnknown.value}
        // Names that are typed before any is known would count as unknown.
        readOnly={!hasState.value}
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={(event) => {
          const { value: words } = event.currentTarget;
          typed.value = words;
          isUnknown.value = false;
          if (isPicked(event) && optionNamed(words, targets.peek())) choose(words);
        }}
        onChange={({ currentTarget: { value: words } }) => void choose(words)}
        onKeyDown={(event) => {
          if (!['Enter', 'Tab'].includes(event.key) || isOfInputMethod(event)) return;
          if (choose(event.currentTarget.value, optionMeant) || event.key === 'Enter') event.preventDefault();
        }}
      />
      <Offered id={list} options={targets.value} text={typed.value ?? ''} />
      {isUnknown.value && <span role="alert">No stream or person has this name.</span>}
    </>
  );
}

export function PlaceFields() {
  const to = place.value;
  const field = useRef<HTMLInputElement>(null);
  const isChanging = useRef(false);
  const isChosen = to !== undefined && to.kind !== 'stream';
  // The button that had the focus is gone.
  useLayoutEffect(() => {
    if (isChanging.current) field.current?.focus();
    isChanging.current = false;
  }, [isChosen]);
  if (isChosen)
    return (
      <p class="compose-place">
        <span>to</span> <b>{placeWords(to)}</b>
        <Button
          label="Change"
          class="quiet"
          onClick={() => {
            isChanging.current = true;
            redirect(undefined);
          }}
        />
      </p>
    );
  return (
    <div class="compose-place">
      <TargetField to={to} field={field} />
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
    </div>
  );
}
