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
export class Names {
  readonly #view: ReadView;
  readonly #realmId: RealmId;
  readonly #events: EventReader;
  readonly #users = new Map<number, Promise<UserDocument | undefined>>();
  readonly #channels = new Map<number, Promise<Now | undefined>>();
  readonly #earlierOfPeople = new Map<number, Promise<readonly Named[]>>();
  readonly #earlierOfChannels = new Map<number, Promise<readonly Named[]>>();

  constructor(view: ReadView, realmId: RealmId, events: EventReader) {
    this.#view = view;
    this.#realmId = realmId;
    this.#events = events;
  }

  /** Null if nobody has the id. */
  async person(userId: number, position: number): Promise<string | null> {
    const { fullName: name = '', renamedAt: since } = (await this.#user(userId)) ?? {};
    if (name === '') return null;
    return isOf({ name, since }, position)
      ? name
      : nameAt(await once(this.#earlierOfPeople, userId, () => this.#namesOfPerson(userId as UserId)), position);
  }

  async channel(channelId: number, position: number): Promise<string | null> {
    const now = await once(this.#channels, channelId, () => this.#nameOfChannel(channelId));
    if (!now) return null;
    return isOf(now, position)
      ? now.name
      : nameAt(
          await once(this.#earlierOfChannels, channelId, () => this.#namesOfChannel(channelId as ChannelId)),
          position,
        );
  }

  async isBot(userId: number): Promise<boolean> {
    return ((await this.#user(userId))?.bot ?? null) !== null;
  }

  #user(userId: number): Promise<UserDocument | undefined> {
    return once(this.#users, userId, () => this.#view.get(users, userDocumentId(this.#realmId, userId)));
  }

  async #nameOfChannel(channelId: number): Promise<Now | undefined> {
    const channel = await this.#view.get(channels, channelDocumentId(this.#realmId, channelId));
    return channel && { name: channel.name, since: channel.renamedAt };
  }

  async #namesOfPerson(userId: UserId): Promise<readonly Named[]> {
    const named: Named[] = [];
    const stream = logStream.person(this.#realmId, userId);
    for (let from = 0; named.length < namesMax; ) {
      const page = await this.#events(stream, from, pageSize);
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

  async #namesOfChannel(channelId: ChannelId): Promise<readonly Named[]> {
    const filter = { objects: [{ type: 'stream', id: channelId }], events: ['ChannelRenamed'] } as const;
    const found = await newestInLog(this.#view, this.#realmId, filter, namesMax);
    const named: Named[] = [];
    for (const { stream, revision, position } of found.toReversed()) {
      const [event] = await this.#events(stream, revision, 1);
      if (event?.type !== 'ChannelRenamed') continue;
      if (named.length === 0) named.push({ position: 0, name: event.data.previousName });
      named.push({ position, name: event.data.name });
    }
    return named;
  }
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
