/** What is selected or open: a message, the menu, a dialog. */
import { signal } from '@preact/signals';

export const selected = signal<number | undefined>(undefined);
/** The message that is being edited. */
export const editing = signal<number | undefined>(undefined);

export type Dialog =
  | { readonly is: 'history'; readonly id: number }
  | { readonly is: 'remove'; readonly id: number }
  | { readonly is: 'emoji'; readonly id: number }
  | { readonly is: 'streams' }
  | { readonly is: 'write' }
  | { readonly is: 'add'; readonly streamId: number }
  | { readonly is: 'status' }
  | { readonly is: 'notifications' }
  | { readonly is: 'help' };

export const dialog = signal<Dialog | undefined>(undefined);
/** On narrow screens the list of streams covers the messages. */
export const isMenuOpen = signal(false);
/** Incremented to move the focus to the filter of the sidebar. */
export const filterAsked = signal(0);

export const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
