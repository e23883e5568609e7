import { type Signal, useSignal } from '@preact/signals';
import { wordsOf } from '../../api/connection.ts';

/**
 * `attempt` runs something that may fail, keeps its error message in `trouble`, and resolves to whether it succeeded.
 * `refresh` is for requests that no button started: it keeps the message of the last attempt, and disables no button.
 * `words`: the message of an error.
 */
export function useAttempt(words: (error: unknown) => string = wordsOf): {
  readonly trouble: Signal<string>;
  readonly isBusy: Signal<boolean>;
  readonly attempt: (what: () => Promise<unknown>) => Promise<boolean>;
  readonly refresh: (what: () => Promise<unknown>) => Promise<void>;
} {
  const trouble = useSignal('');
  const isBusy = useSignal(false);
  const attempt = async (what: () => Promise<unknown>): Promise<boolean> => {
    trouble.value = '';
    isBusy.value = true;
    try {
      await what();
      return true;
    } catch (error) {
      trouble.value = words(error);
      return false;
    } finally {
      isBusy.value = false;
    }
  };
  const refresh = (what: () => Promise<unknown>): Promise<void> =>
    what().then(
      () => undefined,
      (error: unknown) => {
        trouble.value = words(error);
      },
    );
  return { trouble, isBusy, attempt, refresh };
}
