/** A field in which a person or a stream is entered by name or by id. */
import { type Signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { isCalled } from '../../view/fields.tsx';

export type Options = readonly (readonly [id: number | string, words: string])[];

const shownMax = 50;

/** The id for the typed text; undefined if nothing has this name. */
export function idNamed(text: string, options: Options): string | undefined {
  const typed = text.trim();
  if (typed === '' || /^\d{1,15}$/.test(typed)) return typed;
  const folded = typed.toLowerCase().replace(/^#/, '');
  const found = options.find(([, words]) => words.toLowerCase() === folded);
  return found && String(found[0]);
}

/** The signal holds the id. It is empty if nothing was typed, or a name that is not known. */
export function NamedField(props: {
  readonly label: string;
  readonly chosen: Signal<string>;
  readonly options: Options;
  readonly isRequired?: boolean;
}) {
  const { label, chosen, options } = props;
  const list = useId();
  const named = options.find(([id]) => String(id) === chosen.peek());
  const text = useSignal(named ? named[1] : chosen.peek());
  return (
    <label>
      {label}
      <input
        list={list}
        dir="auto"
        autocomplete="off"
        required={props.isRequired}
        value={text.value}
        onInput={({ currentTarget: field }) => {
          text.value = field.value;
          const id = idNamed(field.value, options);
          chosen.value = id ?? '';
          field.setCustomValidity(
            id === undefined ? 'This name is not known. Enter a name from the list, or an id.' : '',
          );
        }}
      />
      <datalist id={list}>
        {options
          .filter(([, words]) => isCalled(words, text.value))
          .slice(0, shownMax)
          .map(([id, words]) => (
            <option key={id} value={words} />
          ))}
      </datalist>
    </label>
  );
}
