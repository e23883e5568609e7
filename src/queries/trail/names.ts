/** Names as they were at an event: of people, from their log streams; of streams, from the events that named them. */
import { channelDocumentId, channels } from '../../../projections/channels.ts';
import { userDocumentId, users } from '../../../projections/users.ts';
import type { ReadView } from '../../ports/read-store.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { ChannelId, RealmId, UserId } from '../../vocabulary/ids.ts';
import { type LogStream, logStream } from '../../vocabulary/log-streams.ts';
import { newestInLog } from './select.ts';

/** Reads events of a log stream from a revision on. What the log has no longer, or this version does not know, is left out. */
export type EventReader = (stream: LogStream, from: number, limit: number) => Promise<readonly Recorded[]>;

type Named = { readonly position: number; readonly name: string };

const pageSize = 200;
/** A name that was changed more often than this is looked for among the latest changes. */
const namesMax = 1_000;

/** Looks names up for one answer, each once. */
export class Names {
  readonly #view: ReadView;
  readonly #realmId: RealmId;
  readonly #events: EventReader;
  readonly #people = new Map<number, Promise<readonly Named[]>>();
  readonly #channels = new Map<number, Promise<readonly Named[]>>();
  readonly #bots = new Map<number, Promise<boolean>>();

  constructor(view: ReadView, realmId: RealmId, events: EventReader) {
    this.#view = view;
    this.#realmId = realmId;
    this.#events = events;
  }

  /** Null: nobody has the id, or the name was erased. */
  async person(userId: number, position: number): Promise<string | null> {
    const names = this.#people.get(userId) ?? this.#namesOfPerson(userId as UserId);
    this.#people.set(userId, names);
    return nameAt(await names, position);
  }

  async channel(channelId: number, position: number): Promise<string | null> {
    const names = this.#channels.get(channelId) ?? this.#namesOfChannel(channelId as ChannelId);
    this.#channels.set(channelId, names);
    return nameAt(await names, position);
  }

  isBot(userId: number): Promise<boolean> {
    const known =
      this.#bots.get(userId) ??
      this.#view.get(users, userDocumentId(this.#realmId, userId)).then((user) => (user?.bot ?? null) !== null);
    this.#bots.set(userId, known);
    return known;
  }

  async #namesOfPerson(userId: UserId): Promise<readonly Named[]> {
    const named: Named[] = [];
    const stream = logStream.person(this.#realmId, userId);
    for (let from = 0; named.length < namesMax; ) {
      const page = await this.#events(stream, from, pageSize);
      // Of somebody who was erased no earlier name is told, whether the log has it or not.
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
    if (named.length > 0) return named;
    // Most streams have one name all the time.
    const channel = await this.#view.get(channels, channelDocumentId(this.#realmId, channelId));
    return channel ? [{ position: 0, name: channel.name }] : [];
  }
}

/** The name that was given last up to the position; before the first, the first: an account is described before it is made. */
const nameAt = (names: readonly Named[], position: number): string | null =>
  (names.findLast((one) => one.position <= position) ?? names[0])?.name ?? null;
