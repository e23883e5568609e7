/** Errors of the server, each at the field that it names. */
import { useSignal } from '@preact/signals';
import { ApiError } from 'verbatim/client';
import { wordsOf } from '../api/connection.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { fieldOf } from './field-of.ts';

/** `about`: for each field, what a message about it says. */
export function useNamedTrouble<F extends string>(about: Readonly<Record<F, RegExp>>) {
  const at = useSignal<F | undefined>(undefined);
  const { trouble, isBusy, attempt } = useAttempt((error) => {
    at.value = error instanceof ApiError ? fieldOf(error, about) : undefined;
    return wordsOf(error);
  });
  return {
    isBusy,
    attempt,
    /** The error about a field; without a field, the error that belongs to none. */
    troubleOf: (field?: F): string => (at.value === field ? trouble.value : ''),
  };
}
