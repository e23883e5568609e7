/** A field in which a person or a stream is entered by name or by id. A limited number of matching names is offered. */
import { type Signal, useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { nameMatches } from './fields.tsx';

export type Options = readonly (readonly [id: number | string, words: string])[];

const shownMax = 50;

const folded = (words: string): string => words.trim().toLowerCase();
/** With or without the `#` of a stream. */
const bare = (words: string): string => folded(words).replace(/^#/, '');

/** The option that has this name; undefined if none has. */
export const optionNamed = <T extends readonly [id: number | string, words: string]>(
  text: string,
  options: readonly T[],
): T | undefined =>
  options.find(([, words]) => folded(words) === folded(text)) ??
  options.find(([, words]) => bare(words) === bare(text));

/**
 * The option with this name, or else the only one that is offered for the text. Only for keys: a click that leaves the field may send what
 * was found, before anybody has seen it.
 */
export function optionMeant<T extends readonly [id: number | string, words: string]>(
  text: string,
  options: readonly T[],
): T | undefined {
  const offered = text.trim() === '' ? [] : options.filter(([, words]) => nameMatches(words, text));
  return optionNamed(text, options) ?? (offered.length === 1 ? offered[0] : undefined);
}

/** The id for the typed text; undefined if nothing has this name. */
export function idNamed(text: string, options: Options): string | undefined {
  const typed = text.trim();
  if (typed === '' || /^\d{1,15}$/.test(typed)) return typed;
  const found = optionNamed(typed, options);
  return found && String(found[0]);
}

/** Sorted by name. A name that several have is followed by the id. */
export function distinct<Id extends number>(
  options: Iterable<readonly [id: Id, words: string]>,
): (readonly [id: Id, words: string])[] {
  const all = [...options];
  const counts = new Map<string, number>();
  for (const [, words] of all) counts.set(folded(words), (counts.get(folded(words)) ?? 0) + 1);
  const { compare } = new Intl.Collator();
  return all
    .map(([id, words]) => [id, (counts.get(folded(words)) ?? 0) > 1 ? `${words} (${id})` : words] as const)
    .sort(([, a], [, b]) => compare(a, b));
}

/** Whether the text of a field is an option that was picked, or was not typed at all, rather than the beginning of one. */
export const isPicked = (event: Event): boolean =>
  !(event instanceof InputEvent) || event.inputType === 'insertReplacementText';

/** What a field offers: the options with the typed text in their names. */
export const Offered = (props: { readonly id: string; readonly options: Options; readonly text: string }) => {
  const matches: Options[number][] = [];
  for (const one of props.options) {
    if (matches.length === shownMax) break;
    if (nameMatches(one[1], props.text)) matches.push(one);
  }
  return (
    <datalist id={props.id}>
      {matches.map(([id, words]) => (
        <option key={id} value={words} />
      ))}
    </datalist>
  );
};

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
  const own = useRef(chosen.peek());
  // It was emptied, or filled in, from elsewhere.
  if (chosen.value !== own.current) text.value = named ? named[1] : chosen.value;
  own.current = chosen.value;
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
          own.current = id ?? '';
          chosen.value = own.current;
          field.setCustomValidity(
            id === undefined ? 'This name is not known. Enter a name from the list, or an id.' : '',
          );
        }}
      />
      <Offered id={list} options={options} text={text.value} />
    </label>
  );
}
