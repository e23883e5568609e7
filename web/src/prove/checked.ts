import { type Signal, useSignal } from '@preact/signals';
import type { TextareaHTMLAttributes } from 'preact';

type Outcome<Good> = Good | { readonly why: string } | { readonly isChecking: true } | undefined;

/**
 * The texts that a visitor enters, and the outcome of their check. It belongs to the texts that were checked: it is shown only for as
 * long as none of them is changed. `words`: the reason that an error gives for an outcome that is not good.
 */
export function useChecked<Field extends string, Good extends object>(
  empty: Readonly<Record<Field, string>>,
  check: (given: Readonly<Record<Field, string>>) => Promise<Good>,
  words: (error: unknown) => string,
): {
  readonly outcome: Signal<Outcome<Good>>;
  readonly put: (field: Field, text: string) => void;
  /** The attributes of the field for a text. */
  readonly field: (name: Field) => Pick<TextareaHTMLAttributes, 'value' | 'onInput' | 'spellcheck'>;
  readonly verify: () => Promise<void>;
} {
  const given = useSignal(empty);
  const outcome = useSignal<Outcome<Good>>(undefined);
  const put = (field: Field, text: string): void => {
    outcome.value = undefined;
    given.value = { ...given.value, [field]: text };
  };
  const verify = async (): Promise<void> => {
    const { value: checked } = given;
    outcome.value = { isChecking: true };
    const found = await check(checked).catch((error: unknown) => ({ why: words(error) }));
    if (given.value === checked) outcome.value = found;
  };
  const field = (name: Field) => ({
    spellcheck: false,
    value: given.value[name],
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }) => put(name, currentTarget.value),
  });
  return { outcome, put, field, verify };
}
