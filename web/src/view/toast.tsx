import { signal } from '@preact/signals';

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

export const Toast = () => (
  <div class={`toast ${shownText.value ? 'is-shown' : ''}`} role="status">
    {shownText.value}
  </div>
);
