import { signal } from '@preact/signals';
import { wordsOf } from '../api/connection.ts';

const shownText = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for a few seconds, or for the time given, in place of the previous one. */
export function showToast(text: string, shownMs = 5000): void {
  shownText.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    shownText.value = '';
  }, shownMs);
}

/** Does something that may fail, and says why it did, or else the confirmation. Resolves to whether it was done. */
export async function attemptShown(what: () => Promise<unknown>, confirmation?: string): Promise<boolean> {
  try {
    await what();
    if (confirmation !== undefined) showToast(confirmation);
    return true;
  } catch (error) {
    showToast(wordsOf(error));
    return false;
  }
}

export const Toast = () => (
  <div class={`toast ${shownText.value ? 'is-shown' : ''}`} role="status">
    {shownText.value}
  </div>
);
