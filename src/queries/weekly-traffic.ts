/**
 * `stream_weekly_traffic`: how many messages a stream has a week, by the messages of the last 28 days. It
 * changes slowly and is asked for all streams at once, so that what was counted holds for some minutes.
 */
import { type MessageDocument, messages } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { Millis } from '../vocabulary/ids.ts';
import { everything } from './realm.ts';

const dayMs = 24 * 60 * 60 * 1000;
const tooNewDays = 7;
const windowDays = 28;
const holdsMs = 5 * 60 * 1000;
const heldMax = 100_000;

type Channel = { readonly realmId: number; readonly channelId: number; readonly createdAt: Millis };

/** Messages a week; null while the stream is too new to tell. */
export type Traffic = (view: ReadView, channel: Channel, now: Millis) => Promise<number | null>;

/** Counts again what it last counted some minutes ago. One for each store of read models: it knows streams by their ids. */
export function rememberedTraffic(count: Traffic = weeklyTraffic): Traffic {
  const held = new Map<string, { readonly at: Millis; readonly traffic: Promise<number | null> }>();
  return (view, channel, now) => {
    const key = `${channel.realmId}.${channel.channelId}`;
    const known = held.get(key);
    if (known && now >= known.at && now - known.at < holdsMs) return known.traffic;
    if (held.size >= heldMax) held.clear();
    const traffic = count(view, channel, now);
    held.set(key, { at: now, traffic });
    // The caller gets the failure; the next one asks anew.
    traffic.catch(() => held.delete(key));
    return traffic;
  };
}

/** Average of the last 28 days, or of the stream's whole life, rounded to two digits; never 0 where anything was said. */
export async function weeklyTraffic(view: ReadView, channel: Channel, now: Millis): Promise<number | null> {
  const ageDays = Math.floor((now - channel.createdAt) / dayMs);
  if (ageDays < tooNewDays) return null;
  const prefix = [channel.realmId, channel.channelId];
  const from = await firstSince(view, prefix, now - windowDays * dayMs);
  if (from === undefined) return 0;
  const recent = await view.count(messages, 'byChannel', { prefix, from, limit: everything });
  return Math.max(1, toTwoDigits(Math.floor((recent * 7) / Math.min(ageDays, windowDays))));
}

/** From which id on the channel's messages are not older than `since`. Ids rise with time, so that halving finds it. */
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
