/**
 * Desktop notifications. Each conversation has at most one, which is closed when its message is read or deleted. Only
 * one of the tabs of an account shows them.
 */
import { effect, signal } from '@preact/signals';
import { liveClient } from '../api/connection.ts';
import { goToAddress } from '../api/looking.ts';
import { session } from '../api/session.ts';
import { hold, openInFront } from '../api/tabs.ts';
import type { Listed } from '../api/types.ts';
import { fragmentOfNow, matches, narrowOfFragment, nearMessage, ofMessage } from './narrow.ts';
import { isCalledFor, wordsOfNotification } from './notifiable.ts';
import { settings } from './organization.ts';
import { unread } from './unread.ts';

/** `none`: the browser has no notifications for this page. */
type Permission = NotificationPermission | 'none';

let isUnable = false;
const currentPermission = (): Permission =>
  isUnable || !isSecureContext || !('Notification' in globalThis) ? 'none' : Notification.permission;

/** Whether the browser shows notifications of this page. */
export const permission = signal(currentPermission());

/** The user may have changed it in the browser meanwhile. */
export function learnPermission(): void {
  permission.value = currentPermission();
}

/** Browsers ask the user only in answer to a click. */
export async function askPermission(): Promise<void> {
  await Notification.requestPermission();
  if (currentPermission() === 'granted') {
    await changeNotifications({ enable_desktop_notifications: true });
    raise('Verbatim', { body: 'Notifications are on.', tag: 'verbatim' });
  }
  learnPermission();
}

/** The settings of the account that the page offers. */
export type NotificationChoices = Readonly<Record<Choice, boolean>>;
type Choice =
  | 'enable_desktop_notifications'
  | 'wildcard_mentions_notify'
  | 'enable_stream_desktop_notifications'
  | 'pm_content_in_desktop_notifications'
  | 'enable_sounds';

export async function changeNotifications(to: Partial<NotificationChoices>): Promise<void> {
  await liveClient.value.patch('/settings/notifications', to);
  settings.value = { ...settings.value, ...to };
}

/** Telephones have the interface, but refuse to use it for pages. */
function raise(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options);
  } catch {
    isUnable = true;
    permission.value = 'none';
    return undefined;
  }
}

let isOwnTurn = false;

/** Shows notifications, once no other tab of the account does, until `stopped`. */
export function showNotifications(stopped: AbortSignal): void {
  stopped.addEventListener('abort', () => {
    isOwnTurn = false;
  });
  hold('notifications', 'exclusive', stopped, () => {
    isOwnTurn = true;
  });
}

type Shown = { readonly id: number; readonly notification: Notification };
/** By conversation. */
const shown = new Map<string, Shown>();

/** Shows a notification of a new message, unless its reader has it in front or does not want it. */
export async function notify(message: Listed): Promise<void> {
  if (!isOwnTurn || currentPermission() !== 'granted' || !isCalledFor(message)) return;
  const open = await openInFront();
  const isOpen = open.map(narrowOfFragment).some((narrow) => narrow && matches(narrow, message) === true);
  if (isOpen || !unread.peek().has(message.id)) return;
  const tag = `${session.peek()?.email} ${fragmentOfNow(ofMessage(message)).toLowerCase()}`;
  const { title, ...words } = wordsOfNotification(message);
  // A newer notification replaces the older one of the same conversation, and alerts again.
  const options = { ...words, tag, renotify: true };
  const notification = raise(title, options);
  if (!notification) return;
  shown.set(tag, { id: message.id, notification });
  notification.onclick = () => {
    globalThis.focus();
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    goToAddress(fragmentOfNow(nearMessage(message)));
    notification.close();
  };
  notification.onclose = () => {
    if (shown.get(tag)?.notification === notification) shown.delete(tag);
  };
}

effect(() => {
  const { value: left } = unread;
  closeWhere(({ id }) => !left.has(id));
});
// Nobody would answer a click any more.
globalThis.addEventListener('pagehide', () => closeWhere(() => true));

function closeWhere(isOver: (one: Shown) => boolean): void {
  for (const one of [...shown.values()]) if (isOver(one)) one.notification.close();
}
