/** Fields of forms that keep what is put into them in a signal. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

type Typed = { readonly currentTarget: { readonly value: string } };

/** The attributes of an input whose text is the signal's. */
export const bound = (text: Signal<string>) => ({
  value: text.value,
  onInput: (event: Typed): void => {
    text.value = event.currentTarget.value;
  },
});

export const SearchField = (props: {
  readonly label: string;
  readonly placeholder: string;
  readonly text: Signal<string>;
}) => <input type="search" aria-label={props.label} placeholder={props.placeholder} {...bound(props.text)} />;

/** Several of a list; the ids of what is chosen are the signal's. */
export const Several = (props: {
  readonly label: string;
  readonly chosen: Signal<readonly number[]>;
  readonly options: readonly (readonly [id: number, words: string])[];
}) => (
  <label>
    {props.label}
    <select
      multiple
      size={5}
      onChange={({ currentTarget: { selectedOptions } }) => {
        props.chosen.value = [...selectedOptions].map(({ value }) => Number(value));
      }}
    >
      {props.options.map(([id, words]) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </select>
  </label>
);

/** What went wrong, said to screen readers at once; nothing where nothing did. */
export const Trouble = ({ words, children }: { readonly words: string; readonly children?: ComponentChildren }) =>
  words ? (
    <p class="failure" role="alert">
      {words}
      {children}
    </p>
  ) : null;
