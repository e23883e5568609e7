/** Presence and status of people. While the page is open, it reports the presence of the visitor. */
import { computed, effect, signal, untracked } from '@preact/signals';
import type { Event } from 'verbatim/client';
import { liveClient, serverNow } from '../api/connection.ts';
import { isPast } from '../api/looking.ts';
import type { Registered } from '../api/types.ts';
import { myself } from './organization.ts';

/** When somebody last used a client (`active`) or had one open (`idle`), in Unix seconds. */
type Signs = { readonly active: number; readonly idle: number };
export type Status = { readonly away: boolean; readonly text: string };

/** By user id. */
export const signs = signal<ReadonlyMap<number, Signs>>(new Map());
export const statuses = signal<ReadonlyMap<number, Status>>(new Map());

/** How long a report of presence is valid: clients report each minute, the server records every 70 seconds, and the page asks each minute. */
const freshSecs = 200;
const reportEveryMs = 60_000;
/** The visitor is idle after this time without a key press or a click. */
const restMs = 300_000;

export function presenceOf(id: number): 'active' | 'idle' | undefined {
  const { active = 0, idle = 0 } = signs.value.get(id) ?? {};
  const since = serverNow() / 1000 - freshSecs;
  if (active > since) return 'active';
  return idle > since ? 'idle' : undefined;
}

type Presences = Registered['presences'];

function learnSigns(presences: Presences): void {
  const rows = Object.entries(presences ?? {}).map(([id, row]): [number, Signs] => [
    Number(id),
    // The page requested the slim form: two timestamps for each user.
    {
      active: Number('active_timestamp' in row ? (row.active_timestamp ?? 0) : 0),
      idle: Number('idle_timestamp' in row ? (row.idle_timestamp ?? 0) : 0),
    },
  ]);
  signs.value = new Map(rows);
}

export function learnPresence({ presences, user_status: userStatuses = {} }: Registered): void {
  learnSigns(presences);
  statuses.value = new Map(
    Object.entries(userStatuses).map(([id, { away, status_text: text }]) => [
      Number(id),
      { away: away === true, text: text ?? '' },
    ]),
  );
}

export function handlePresence(event: Event & { readonly type: 'presence' }): void {
  const known = signs.value.get(event.user_id) ?? { active: 0, idle: 0 };
  const next = { ...known };
  for (const { status, timestamp } of Object.values(event.presence)) next[status] = Math.max(next[status], timestamp);
  signs.value = new Map(signs.value).set(event.user_id, next);
}

export function handleStatus(event: Event & { readonly type: 'user_status' }): void {
  const { away = false, text = '' } = statuses.value.get(event.user_id) ?? {};
  const next = { away: event.away ?? away, text: event.status_text ?? text };
  statuses.value = new Map(statuses.value).set(event.user_id, next);
}

export const setStatus = ({ away, text }: Status): Promise<unknown> =>
  liveClient.value.post('/users/me/status', { away, status_text: text });

const isPerson = computed(() => myself.value?.is_bot === false);

/** Reports the presence of the visitor and fetches that of others, every minute until the returned function is called. */
export function keepPresent(): () => void {
  let usedAt = Date.now();
  let reportedStatus: keyof Signs | undefined;
  const report = async (): Promise<void> => {
    const isUsed = document.visibilityState === 'visible' && Date.now() - usedAt < restMs;
    const status = isUsed ? 'active' : 'idle';
    reportedStatus = status;
    // A look at the past writes nothing. Bots have no presence.
    if (isPast.peek() || !isPerson.peek()) return;
    const asked = { status, slim_presence: true } as const;
    // It is reported again in a minute. Following the event queue shows whether the server can be reached.
    const answer = await liveClient
      .peek()
      .post('/users/me/presence', asked)
      .catch(() => undefined);
    if (answer?.presences && !isPast.peek()) learnSigns(answer.presences);
  };
  const use = (): void => {
    usedAt = Date.now();
    if (reportedStatus === 'idle') void report();
  };
  const turn = (): void => (document.visibilityState === 'visible' ? use() : undefined);
  const timer = setInterval(() => void report(), reportEveryMs);
  document.addEventListener('visibilitychange', turn);
  document.addEventListener('keydown', use);
  document.addEventListener('pointerdown', use);
  // The first report is sent as soon as the visitor is known.
  const end = effect(() => {
    if (isPerson.value) void untracked(report);
  });
  return () => {
    end();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', turn);
    document.removeEventListener('keydown', use);
    document.removeEventListener('pointerdown', use);
  };
}
