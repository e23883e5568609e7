import { signal } from '@preact/signals';

const told = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;
const shownMs = 5000;

/** Shows a message for a few seconds, in place of the previous one. */
export function tellShortly(text: string): void {
  told.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    told.value = '';
  }, shownMs);
}

export const Toast = () => (
  <div class={`toast ${told.value ? 'is-shown' : ''}`} role="status">
    {told.value}
  </div>
);
