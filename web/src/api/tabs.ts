/** Shares facts between the tabs of an account in the names of Web Locks, which end with their tab. Pages without TLS have no Web Locks. */
import { effect, signal } from '@preact/signals';
import { fragment, isPast } from './looking.ts';
import { session } from './session.ts';

const isVisible = (): boolean => document.visibilityState === 'visible';

/** Whether the reader has this tab in front. */
const isInFront = signal(isVisible());

document.addEventListener('visibilitychange', () => {
  isInFront.value = isVisible();
});

const ofAccount = (): string => `verbatim ${session.peek()?.email} `;

/** Holds a lock, as soon as it is free, until `stopped`. */
export function hold(what: string, mode: LockMode, stopped: AbortSignal, onHeld = (): void => undefined): void {
  if (!('locks' in navigator)) return;
  const held = (): Promise<void> | undefined => {
    if (stopped.aborted) return undefined;
    onHeld();
    return new Promise((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }));
  };
  // It fails if it is stopped before the lock was free.
  navigator.locks.request(ofAccount() + what, { mode, signal: stopped }, held).catch(() => undefined);
}

const open = 'open ';

effect(() => {
  const { value: address } = fragment;
  if (!session.value || !isInFront.value || isPast.value) return;
  const stop = new AbortController();
  hold(open + address, 'shared', stop.signal);
  return () => stop.abort();
});

/** The addresses, as fragments, that the reader has in front in any tab. */
export async function openInFront(): Promise<readonly string[]> {
  const { held = [] } = await navigator.locks.query();
  const start = ofAccount() + open;
  return held.flatMap(({ name }) => (name?.startsWith(start) ? [name.slice(start.length)] : []));
}
