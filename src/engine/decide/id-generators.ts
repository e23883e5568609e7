/**
 * Generates new ids, each above every id that this process has seen in the log or has given. The log refuses an id that another process gave
 * first.
 */
import { randomInt } from 'node:crypto';
import type { IdGenerator } from '../../define/command.ts';
import type { RealmState, ServerState } from '../../state/realm-state.ts';
import type {
  ChannelId,
  EventId,
  FileId,
  InvitationId,
  MessageId,
  ProfileFieldId,
  QueueId,
  RealmId,
  ScheduledMessageId,
  UserId,
} from '../../vocabulary/ids.ts';
import { logStream } from '../../vocabulary/log-streams.ts';
import { newEventId } from './stamp.ts';

/** The highest number that was given of each kind. */
type Given = Map<string, number>;

export class IdGenerators {
  readonly #given = new Map<RealmId, Given>();
  #realm = 0;
  readonly #server: ServerState;

  constructor(server: ServerState) {
    this.#server = server;
  }

  /**
   * Ids within `realm`. For a command about the server as a whole `realm` is undefined. Such a command creates an organization, whose ids
   * begin at 1.
   */
  for(realm: RealmState | undefined): IdGenerator {
    const given = realm ? this.#givenIn(realm.realmId) : new Map<string, number>();
    const next = (kind: string, seen = 0): number => {
      const number = Math.max(given.get(kind) ?? 0, seen) + 1;
      given.set(kind, number);
      return number;
    };
    return {
      eventId: () => newEventId() as EventId,
      messageId: () =>
        next('message', realm && Math.max(realm.topics.lastMessageId, realm.topics.claimedMessageId)) as MessageId,
      userId: () => {
        const isTaken = (id: UserId): boolean => realm?.revisions.has(logStream.person(realm.realmId, id)) ?? false;
        let id = next('user', realm?.directory.userIdMax) as UserId;
        // Another process may have recorded the person's details without creating the user yet, or may have ended before that.
        while (isTaken(id)) id = next('user', id) as UserId;
        return id;
      },
      channelId: () => next('channel', realm?.channels.channelIdMax) as ChannelId,
      profileFieldId: () => next('field', realm?.realm.profileFieldIdMax) as ProfileFieldId,
      fileId: () => next('file', realm?.files.fileIdMax) as FileId,
      scheduledMessageId: () => next('scheduled', realm?.scheduled.idMax) as ScheduledMessageId,
      invitationId: () => next('invitation', realm?.invitations.idMax) as InvitationId,
      realmId: () => {
        this.#realm = Math.max(this.#realm, this.#server.realmIdMax) + 1;
        return this.#realm as RealmId;
      },
      queueId: () => `${Math.floor(Date.now() / 1000)}:${randomInt(2 ** 26) * 2 ** 27 + randomInt(2 ** 27)}` as QueueId,
    };
  }

  #givenIn(realmId: RealmId): Given {
    const known = this.#given.get(realmId) ?? new Map();
    this.#given.set(realmId, known);
    return known;
  }
}
