/** The names of people, chat streams and files at the event that is being processed. */
import { applyEvent } from '../define/handlers.ts';
import { channelsState } from '../state/channels.ts';
import { directoryState } from '../state/directory.ts';
import { membershipsState } from '../state/memberships.ts';
import { peopleState } from '../state/people.ts';
import type { RealmState } from '../state/realm-state.ts';
import { topicsState } from '../state/topics.ts';
import { erasedPerson } from '../vocabulary/erased-person.ts';
import type { DataOf, Recorded } from '../vocabulary/events/index.ts';
import type { FileId, UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';
import type { Attachment, Where, Who } from './facts.ts';

const service: Who = { id: null, name: 'Verbatim', email: null, bot: true };

export function whoOf({ people, directory }: Pick<RealmState, 'people' | 'directory'>, userId: UserId): Who {
  const person = people.byId.get(userId);
  const bot = (directory.accounts.get(userId)?.bot ?? null) !== null;
  return { id: userId, name: person?.fullName ?? erasedPerson(userId).fullName, email: person?.email ?? null, bot };
}

export class Names {
  readonly #people = peopleState.initial();
  readonly #directory = directoryState.initial();
  readonly #channels = channelsState.initial();
  readonly #files = new Map<FileId, Pick<DataOf<'FileUploaded'>, 'name' | 'type' | 'size' | 'sha256'>>();
  /** The subscriptions. */
  readonly memberships = membershipsState.initial();
  /** The places of messages. */
  readonly topics = topicsState.initial();

  /** Must be called with each event, in order. */
  see(event: Recorded): void {
    applyEvent(peopleState, event, this.#people, this);
    applyEvent(directoryState, event, this.#directory, this);
    applyEvent(channelsState, event, this.#channels, this);
    applyEvent(membershipsState, event, this.memberships, this);
    applyEvent(topicsState, event, this.topics, this);
    if (event.type !== 'FileUploaded') return;
    const { fileId, name, type, size, sha256 } = event.data;
    this.#files.set(fileId, { name, type, size, sha256 });
  }

  who(userId: UserId | null): Who {
    return userId === null ? service : whoOf({ people: this.#people, directory: this.#directory }, userId);
  }

  where(place: Place): Where {
    if (place.kind === 'private') return { with: place.userIds.map((userId) => this.who(userId)) };
    return { stream_id: place.channelId, stream: this.channel(place.channelId), topic: place.topic };
  }

  channel(channelId: number): string {
    return this.#channels.byId.get(channelId as never)?.name ?? `stream ${channelId}`;
  }

  attachments(fileIds: readonly FileId[] = []): Attachment[] {
    return fileIds.map((id) => {
      const file = this.#files.get(id);
      return file
        ? { id, name: file.name, type: file.type, bytes: file.size, sha256: file.sha256 }
        : { id, name: null, type: null, bytes: null, sha256: null };
    });
  }
}
