/** Ids never given before: above everything this process has seen in the log or has given itself. */
import { randomInt } from 'node:crypto';
import type { Mint } from '../../define/command.ts';
import type { RealmState, ServerState } from '../../state/realm-state.ts';
import type { ChannelId, MessageId, ProfileFieldId, QueueId, RealmId, UserId } from '../../vocabulary/ids.ts';

type Given = { message: number; user: number; channel: number; field: number };

export class Mints {
  readonly #given = new Map<number, Given>();
  readonly #made = new WeakMap<RealmState, Mint>();
  #realm = 0;
  readonly #server: ServerState;

  constructor(server: ServerState) {
    this.#server = server;
  }

  /** `realm` is undefined for a command about the server as a whole. */
  for(realm: RealmState | undefined): Mint {
    const made = realm && this.#made.get(realm);
    if (made) return made;
    const mint = this.#make(realm);
    if (realm) this.#made.set(realm, mint);
    return mint;
  }

  #make(realm: RealmState | undefined): Mint {
    const given = this.#givenIn(realm?.realmId ?? 0);
    const next = (kind: keyof Given, seen: number | undefined): number => {
      given[kind] = Math.max(given[kind], seen ?? 0) + 1;
      return given[kind];
    };
    return {
      messageId: () =>
        next('message', realm && Math.max(realm.topics.lastMessageId, realm.topics.claimedMessageId)) as MessageId,
      userId: () => next('user', realm?.directory.userIdMax) as UserId,
      channelId: () => next('channel', realm?.channels.channelIdMax) as ChannelId,
      profileFieldId: () => next('field', realm?.realm.profileFieldIdMax) as ProfileFieldId,
      realmId: () => {
        this.#realm = Math.max(this.#realm, this.#server.realmIdMax) + 1;
        return this.#realm as RealmId;
      },
      queueId: () => `${Math.floor(Date.now() / 1000)}:${randomInt(2 ** 26) * 2 ** 27 + randomInt(2 ** 27)}` as QueueId,
    };
  }

  #givenIn(realmId: number): Given {
    const known = this.#given.get(realmId);
    if (known) return known;
    const fresh = { message: 0, user: 0, channel: 0, field: 0 };
    this.#given.set(realmId, fresh);
    return fresh;
  }
}
