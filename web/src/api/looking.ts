/** The moment that the page shows. It is part of the address, so leaving the address returns to the present. */
import { computed, signal } from '@preact/signals';
import { pastIn } from '../model/past-address.ts';
import { byteString } from './byte-string.ts';

/** The fragment of the address, including the `#`. */
export const fragment = signal(location.hash);

globalThis.addEventListener('hashchange', () => {
  fragment.value = location.hash;
});

/** Shows an address at once. The browser reports the change only later, and what the user does until then belongs to the new address. */
export function goToAddress(address: string): void {
  location.hash = address;
  fragment.value = location.hash;
}

export const pastAddress = computed(() => pastIn(fragment.value));
export const isPast = computed(() => pastAddress.value !== undefined);

/** The reason for looking back. It is kept until the page shows the present again. */
export const lookReason = signal('');

/** What the whole page shows: the present (`live`), or an earlier moment. `choosing`: the moment or its reason is still missing. */
export type Look = { readonly moment: string; readonly asUser: number | undefined; readonly reason: string };
export type Viewpoint = 'live' | 'choosing' | Look;

/** A string, because signals compare by identity and equal looks must not count as a change. */
const viewpoint = computed(() => {
  const past = pastAddress.value;
  if (!past) return 'live';
  const reason = lookReason.value;
  if (past.moment === undefined || reason === '') return 'choosing';
  return JSON.stringify({ moment: past.moment, asUser: past.asUser, reason });
});

export const wantedViewpoint = computed((): Viewpoint => {
  const text = viewpoint.value;
  return text === 'live' || text === 'choosing' ? text : (JSON.parse(text) as Look);
});

/** The headers with which a request is answered as it was. */
export const headersOf = ({ moment, asUser, reason }: Look): Readonly<Record<string, string>> => ({
  'verbatim-as-of': moment,
  'audit-reason': byteString(reason),
  ...(asUser !== undefined && { 'verbatim-as-user': String(asUser) }),
});
