/** Keyboard shortcuts. They are ignored while the user types in a field, except for Escape, which leaves it. */
import { goToAddress, isPast } from '../api/looking.ts';
import { shown } from '../model/follow.ts';
import { messageOf } from '../model/messages.ts';
import { fragmentOf, nearMessage, ofPeople, ofTopic, placeOf } from '../model/narrow.ts';
import { nextUnread } from '../model/unread.ts';
import { place, writeIn } from './compose-state.ts';
import { isOfInputMethod } from './fields.tsx';
import { isEditable, replyTo, toggleReaction, toggleStar } from './message-actions.ts';
import { toggleMuted } from './place-bar.tsx';
import { address } from './route.ts';
import { dialog, editing, filterAsked, isMenuOpen, isTyping, selected } from './selection.ts';
import { showToast } from './toast.tsx';

export const shortcuts: readonly { readonly keys: readonly string[]; readonly words: string }[] = [
  { keys: ['j', '↓'], words: 'Next message' },
  { keys: ['k', '↑'], words: 'Previous message' },
  { keys: ['n'], words: 'Next conversation with unread messages' },
  { keys: ['s'], words: 'Show the conversation of the message' },
  { keys: ['r', 'Enter'], words: 'Reply' },
  { keys: ['c'], words: 'Write a message here' },
  { keys: ['x'], words: 'Write a private message' },
  { keys: ['/'], words: 'Search' },
  { keys: ['q'], words: 'Filter streams, topics and conversations' },
  { keys: ['+'], words: 'React with 👍' },
  { keys: [':'], words: 'React with another emoji' },
  { keys: ['e'], words: 'Edit your message' },
  { keys: ['h'], words: 'Show every version of the message' },
  { keys: ['*'], words: 'Star the message' },
  { keys: ['M'], words: 'Mute the topic or stream that is shown, or unmute it' },
  { keys: ['a'], words: 'Show all messages' },
  { keys: ['End'], words: 'Newest message' },
  { keys: ['Esc'], words: 'Close what is open' },
  { keys: ['?'], words: 'Show these shortcuts' },
];

/** Shortcuts that change something. They are off while the page shows the past. */
const writing = new Set(['r', 'Enter', 'c', 'x', '+', ':', 'e', '*', 'M']);

export function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // While a dialog is open, all keys belong to it, even if a screen has opened it.
  if (dialog.value || document.querySelector('dialog[open]')) return;
  if (isTyping(event.target)) {
    // The next key is a shortcut.
    if (event.key === 'Escape' && !isOfInputMethod(event)) event.target.blur();
    return;
  }
  const isOnControl = event.target instanceof HTMLElement && event.target.matches('button, a, summary');
  if (isOnControl && (event.key === 'Enter' || event.key === ' ')) return;
  if (act(event.key)) event.preventDefault();
}

function act(key: string): boolean {
  if (isPast.value && writing.has(key)) return false;
  switch (key) {
    case 'n':
      return goToUnread();
    case 'c':
      writeIn(address.value ? placeOf(address.value) : place.value);
      return true;
    case 'x':
      dialog.value = { is: 'write' };
      return true;
    case '/':
      document.querySelector<HTMLInputElement>('#search')?.focus();
      return true;
    case 'q':
      isMenuOpen.value = true;
      filterAsked.value += 1;
      return true;
    case 'a':
      goToAddress(fragmentOf([]));
      return true;
    case '?':
      dialog.value = { is: 'help' };
      return true;
    case 'Escape':
      selected.value = undefined;
      isMenuOpen.value = false;
      return true;
  }
  return address.value !== undefined && actOnMessages(key);
}

function actOnMessages(key: string): boolean {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return step(1);
    case 'k':
    case 'ArrowUp':
      return step(-1);
    case 'M':
      void toggleMuted();
      return true;
    case 'End':
      document.querySelector<HTMLButtonElement>('.to-end')?.click();
      selected.value = shown.value?.foundNewest.value ? shown.value.ids.value.at(-1) : undefined;
      return true;
  }
  const message = selected.value === undefined ? undefined : messageOf(selected.value).value;
  if (!message) return false;
  switch (key) {
    case 'r':
    case 'Enter':
      replyTo(message);
      return true;
    case 's':
      goToAddress(fragmentOf(nearMessage(message)));
      return true;
    case '+':
      void toggleReaction(message, { emoji_name: '+1' });
      return true;
    case ':':
      dialog.value = { is: 'emoji', id: message.id };
      return true;
    case 'h':
      dialog.value = { is: 'history', id: message.id };
      return true;
    case '*':
      void toggleStar(message);
      return true;
    case 'e':
      if (isEditable(message)) editing.value = message.id;
      return true;
    default:
      return false;
  }
}

/** The selected message may be gone. Without one, the last that is in sight is selected. */
function step(by: 1 | -1): boolean {
  const ids = shown.value?.ids.value ?? [];
  const { value: from } = selected;
  const next =
    from === undefined ? lastInSight(ids) : by > 0 ? ids.find((id) => id > from) : ids.findLast((id) => id < from);
  selected.value = next ?? ids.at(by > 0 ? -1 : 0);
  return true;
}

function lastInSight(ids: readonly number[]): number | undefined {
  const { bottom = 0 } = document.querySelector('.feed-scroll')?.getBoundingClientRect() ?? {};
  const topOf = (id: number) => document.querySelector(`[data-key="${id}"]`)?.getBoundingClientRect().top ?? bottom;
  return ids.findLast((id) => topOf(id) < bottom);
}

function goToUnread(): boolean {
  const where = nextUnread();
  if (!where) showToast('Everything is read.');
  else if ('streamId' in where) goToAddress(fragmentOf(ofTopic(where.streamId, where.topic)));
  else goToAddress(fragmentOf(ofPeople(where.people === '' ? [] : where.people.split(',').map(Number))));
  return true;
}
