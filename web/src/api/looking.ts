/** Which moment the page shows: the one in the address, so that the page is live again when the address changes. */
import { computed, signal } from '@preact/signals';
import { pastIn } from '../model/past-address.ts';
import { byteString } from './byte-string.ts';

/** The fragment of the address, including the `#`. */
export const fragment = signal(location.hash);

globalThis.addEventListener('hashchange', () => {
  fragment.value = location.hash;
});

export const pastAddress = computed(() => pastIn(fragment.value));
export const isPast = computed(() => pastAddress.value !== undefined);

/** The reason that was given for looking back. It holds until the page is live again. */
export const lookReason = signal('');

/** What the whole page is to show; `choosing`: a moment of the past that is yet to be chosen, or has no reason yet. */
export type Look = { readonly moment: string; readonly asUser: number | undefined; readonly reason: string };
export type World = 'live' | 'choosing' | Look;

/** A text, because signals compare by identity: equal looks are no change. */
const world = computed(() => {
  const past = pastAddress.value;
  if (!past) return 'live';
  const reason = lookReason.value;
  if (past.moment === undefined || reason === '') return 'choosing';
  return JSON.stringify({ moment: past.moment, asUser: past.asUser, reason });
});

export const wantedWorld = computed((): World => {
  const text = world.value;
  return text === 'live' || text === 'choosing' ? text : (JSON.parse(text) as Look);
});

/** The headers with which a request is answered as it was. */
export const headersOf = ({ moment, asUser, reason }: Look): Readonly<Record<string, string>> => ({
  'verbatim-as-of': moment,
  'audit-reason': byteString(reason),
  ...(asUser !== undefined && { 'verbatim-as-user': String(asUser) }),
});
