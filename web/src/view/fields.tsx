/** Form fields that keep their value in a signal, and buttons. */
import type { Signal } from '@preact/signals';
import type { ButtonHTMLAttributes, ComponentChildren, InputHTMLAttributes } from 'preact';

type Changed<T> = { readonly currentTarget: T };

/** The attributes that bind a field to a signal. The text decides in which direction it is written. */
export const bound = <T extends string>(text: Signal<T>) => ({
  dir: 'auto' as const,
  value: text.value,
  onInput: ({ currentTarget }: Changed<{ readonly value: string }>): void => {
    text.value = currentTarget.value as T;
  },
});

/** The attributes that bind a checkbox to a signal. */
export const ticked = (isTicked: Signal<boolean>) => ({
  checked: isTicked.value,
  onChange: ({ currentTarget }: Changed<{ readonly checked: boolean }>): void => {
    isTicked.value = currentTarget.checked;
  },
});

/** A handler that sets a signal. */
export const setTo =
  <T,>(signal: Signal<T>, value: NoInfer<T>) =>
  (): void => {
    signal.value = value;
  };

/** A button, which submits no form by default. `forReaders`: what screen readers add to the label. */
export const Button = ({
  label,
  forReaders,
  ...attributes
}: ButtonHTMLAttributes<HTMLButtonElement> & { readonly label: string; readonly forReaders?: string }) => (
  <button type="button" {...attributes}>
    {label}
    {forReaders !== undefined && <span class="for-readers"> {forReaders}</span>}
  </button>
);

/** An input with its label. */
export const LabelledInput = ({
  label,
  text,
  ...attributes
}: InputHTMLAttributes<HTMLInputElement> & { readonly label: string; readonly text: Signal<string> }) => (
  <label>
    {label}
    <input {...attributes} {...bound(text)} />
  </label>
);

/** Whether a key belongs to an input method, which composes a text. Safari says so only by the code of the key. */
export const isOfInputMethod = (key: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  key.isComposing || key.keyCode === 229;

/** Whether a name has the text in it that somebody seeks. */
export const nameMatches = (name: string, sought: string): boolean =>
  name.toLowerCase().includes(sought.trim().toLowerCase());

export const SearchField = (props: {
  readonly label: string;
  readonly placeholder: string;
  readonly text: Signal<string>;
}) => <input type="search" aria-label={props.label} placeholder={props.placeholder} {...bound(props.text)} />;

/** A list with single choice. `options`: the values and their words. */
export const Choice = <T extends string>(props: {
  readonly label: string;
  readonly chosen: Signal<T>;
  readonly options: Readonly<Record<T, string>>;
}) => (
  <label>
    {props.label}
    <select {...bound(props.chosen)}>
      {Object.entries<string>(props.options).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  </label>
);

/** An error message, which screen readers announce at once. Renders nothing if there is none. */
export const Trouble = ({ words, children }: { readonly words: string; readonly children?: ComponentChildren }) =>
  words ? (
    <p class="failure" role="alert">
      {words}
      {children}
    </p>
  ) : null;
