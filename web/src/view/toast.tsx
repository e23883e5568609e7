import { signal } from '@preact/signals';

const shownText = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;
const shownMs = 5000;

/** Shows a message for a few seconds, in place of the previous one. */
export function showToast(text: string): void {
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
