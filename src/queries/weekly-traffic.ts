/**
 * `stream_weekly_traffic`: the average number of messages a week, computed from the last 28 days. The value changes slowly and is
 * requested for all streams at once, so it is cached for some minutes.
 */
import { type MessageDocument, messages } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import { dayMs } from '../vocabulary/day.ts';
import type { Millis } from '../vocabulary/ids.ts';
import { everything } from './realm.ts';

const tooNewDays = 7;
const windowDays = 28;
const cachedForMs = 5 * 60 * 1000;
const cachedMax = 100_000;

type Channel = { readonly realmId: number; readonly channelId: number; readonly createdAt: Millis };

/** The number of messages a week; null for a stream that is less than a week old. */
export type Traffic = (view: ReadView, channel: Channel, now: Millis) => Promise<number | null>;

/** Caches the results of `count` for some minutes. Its keys are stream ids, so each read store needs a cache of its own. */
export function cachedTraffic(count: Traffic = weeklyTraffic): Traffic {
  const cache = new Map<string, { readonly at: Millis; readonly traffic: Promise<number | null> }>();
  return (view, channel, now) => {
    const key = `${channel.realmId}.${channel.channelId}`;
    const known = cache.get(key);
    if (known && now >= known.at && now - known.at < cachedForMs) return known.traffic;
    if (cache.size >= cachedMax) cache.clear();
    const traffic = count(view, channel, now);
    cache.set(key, { at: now, traffic });
    // This caller gets the error; the next caller tries again.
    traffic.catch(() => cache.delete(key));
    return traffic;
  };
}

/**
 * The average of the last 28 days, or of the time since the stream was created, rounded to two digits. It is at least 1 if there is a
 * message in the last 28 days.
 */
export async function weeklyTraffic(view: ReadView, channel: Channel, now: Millis): Promise<number | null> {
  const ageDays = Math.floor((now - channel.createdAt) / dayMs);
  if (ageDays < tooNewDays) return null;
  const prefix = [channel.realmId, channel.channelId];
  const from = await firstSince(view, prefix, now - windowDays * dayMs);
  if (from === undefined) return 0;
  const recent = await view.count(messages, 'byChannel', { prefix, from, limit: everything });
  return Math.max(1, toTwoDigits(Math.floor((recent * 7) / Math.min(ageDays, windowDays))));
}

/** The id of the first message that is not older than `since`, by binary search, because ids increase with time. */
async function firstSince(view: ReadView, prefix: number[], since: Millis): Promise<number | undefined> {
  const end = async (reverse: boolean): Promise<MessageDocument | undefined> =>
    (await view.scan(messages, 'byChannel', { prefix, reverse, limit: 1 }))[0];
  const [first, last] = await Promise.all([end(false), end(true)]);
  if (!first || !last || last.sentAt < since) return undefined;
  if (first.sentAt >= since) return first.messageId;
  let older: number = first.messageId;
  let recent: number = last.messageId;
  while (recent - older > 1) {
    const middle = Math.floor((older + recent) / 2);
    const [found] = await view.scan(messages, 'byChannel', { prefix, from: middle, limit: 1 });
    if (!found || found.sentAt >= since) recent = middle;
    else older = found.messageId;
  }
  return recent;
}

function toTwoDigits(value: number): number {
  const unit = 10 ** Math.max(0, String(value).length - 2);
  return Math.round(value / unit) * unit;
}
