import { type Signal, useSignal } from '@preact/signals';
import { wordsOf } from '../../api/connection.ts';

/** Does something that may fail, and says what went wrong with it. Resolves to whether it went well. */
export function useAttempt(): {
  readonly trouble: Signal<string>;
  readonly isBusy: Signal<boolean>;
  readonly attempt: (what: () => Promise<unknown>) => Promise<boolean>;
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
      trouble.value = wordsOf(error);
      return false;
    } finally {
      isBusy.value = false;
    }
  };
  return { trouble, isBusy, attempt };
}
