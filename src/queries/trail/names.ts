/**
 * Names at the time of an event. Most people and streams have had their current name since before the event, which their documents show.
 * Earlier names are in the log: those of people in their log streams, those of streams in the events that renamed them.
 */
import { channelDocumentId, channels } from '../../../projections/channels.ts';
import { type UserDocument, userDocumentId, users } from '../../../projections/users.ts';
import type { ReadView } from '../../ports/read-store.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { ChannelId, RealmId, UserId } from '../../vocabulary/ids.ts';
import { type LogStream, logStream } from '../../vocabulary/log-streams.ts';
import { newestInLog } from './select.ts';

/** Reads events of a log stream from a revision on. Erased events, and events that this version does not know, are left out. */
export type EventReader = (stream: LogStream, from: number, limit: number) => Promise<readonly Recorded[]>;

type Named = { readonly position: number; readonly name: string };
/** The current name. `since` is absent if there was no other name. */
type Now = { readonly name: string; readonly since: number | undefined };

const pageSize = 200;
/** A name that was changed more often than this is searched only among the latest changes. */
const namesMax = 1_000;

/** Looks up the names for one answer, each of them once. */
export function namesThen(view: ReadView, realmId: RealmId, events: EventReader) {
  const knownUsers = new Map<number, Promise<UserDocument | undefined>>();
  const knownChannels = new Map<number, Promise<Now | undefined>>();
  const earlierOfPeople = new Map<number, Promise<readonly Named[]>>();
  const earlierOfChannels = new Map<number, Promise<readonly Named[]>>();

  /** Null if nobody has the id. */
  async function person(userId: number, position: number): Promise<string | null> {
    const { fullName: name = '', renamedAt: since } = (await user(userId)) ?? {};
    if (name === '') return null;
    return isOf({ name, since }, position)
      ? name
      : nameAt(await once(earlierOfPeople, userId, () => namesOfPerson(userId as UserId)), position);
  }

  async function channel(channelId: number, position: number): Promise<string | null> {
    const now = await once(knownChannels, channelId, () => nameOfChannel(channelId));
    if (!now) return null;
    return isOf(now, position)
      ? now.name
      : nameAt(await once(earlierOfChannels, channelId, () => namesOfChannel(channelId as ChannelId)), position);
  }

  async function isBot(userId: number): Promise<boolean> {
    return ((await user(userId))?.bot ?? null) !== null;
  }

  function user(userId: number): Promise<UserDocument | undefined> {
    return once(knownUsers, userId, () => view.get(users, userDocumentId(realmId, userId)));
  }

  async function nameOfChannel(channelId: number): Promise<Now | undefined> {
    const channel = await view.get(channels, channelDocumentId(realmId, channelId));
    return channel && { name: channel.name, since: channel.renamedAt };
  }

  async function namesOfPerson(userId: UserId): Promise<readonly Named[]> {
    const named: Named[] = [];
    const stream = logStream.person(realmId, userId);
    for (let from = 0; named.length < namesMax; ) {
      const page = await events(stream, from, pageSize);
      // For an erased person, no earlier name is shown, whether or not the log still has it.
      for (const event of page)
        if (event.type === 'PersonErased') named.splice(0, named.length, { position: 0, name: event.data.fullName });
        else if (event.type === 'PersonDescribed' || event.type === 'FullNameChanged')
          named.push({ position: event.position, name: event.data.fullName });
      const last = page.at(-1);
      if (!last || page.length < pageSize) break;
      from = last.revision + 1;
    }
    return named;
  }

  async function namesOfChannel(channelId: ChannelId): Promise<readonly Named[]> {
    const filter = { objects: [{ type: 'stream', id: channelId }], events: ['ChannelRenamed'] } as const;
    const found = await newestInLog(view, realmId, filter, namesMax);
    const named: Named[] = [];
    for (const { stream, revision, position } of found.toReversed()) {
      const [event] = await events(stream, revision, 1);
      if (event?.type !== 'ChannelRenamed') continue;
      if (named.length === 0) named.push({ position: 0, name: event.data.previousName });
      named.push({ position, name: event.data.name });
    }
    return named;
  }

  return { person, channel, isBot };
}

function once<T>(known: Map<number, Promise<T>>, id: number, read: () => Promise<T>): Promise<T> {
  const found = known.get(id) ?? read();
  known.set(id, found);
  return found;
}

const isOf = ({ since }: Now, position: number): boolean => since === undefined || since <= position;

/**
 * The last name up to the position, or else the first name, because an event may name a person before the event that records their name.
 */
const nameAt = (names: readonly Named[], position: number): string | null =>
  (names.findLast((one) => one.position <= position) ?? names[0])?.name ?? null;
