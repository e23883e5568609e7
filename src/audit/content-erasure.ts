/**
 * Carries out an erasure, part by part. Each part is recorded before its messages are erased. After an interruption it continues: erased
 * messages are not found again, and the messages of the newest part are erased first.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { beginErasingPerson } from '../../commands/erasure/begin-erasing-person.ts';
import { completeErasure } from '../../commands/erasure/complete-erasure.ts';
import { eraseContent } from '../../commands/erasure/erase-content.ts';
import { eraseMessage } from '../../commands/erasure/erase-message.ts';
import { erasePerson } from '../../commands/erasure/erase-person.ts';
import { eraseScheduledMessage } from '../../commands/erasure/erase-scheduled-message.ts';
import { eraseWords } from '../../commands/erasure/erase-words.ts';
import { deleteFile } from '../../commands/file/delete-file.ts';
import { changeAvatar } from '../../commands/user/change-avatar.ts';
import type { Command } from '../define/command.ts';
import { Semaphore } from '../define/mutex.ts';
import type { Executing, Order } from '../engine/decide/executor.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import { unlessAborted } from '../engine/unless-aborted.ts';
import { isActive } from '../state/directory.ts';
import type { RealmState, ServerState } from '../state/realm-state.ts';
import { wordsStreams } from '../state/words.ts';
import type { Erasable, ErasureTarget } from '../vocabulary/events/erasures.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { ErasureId, MessageId, RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { orderOf, resultOf } from './held-deletions.ts';

/** `held`: the number of messages that legal holds keep. `isOver`: whether nothing more is to be erased. */
type Passed = { readonly held: number; readonly isOver: boolean };

export type ContentErasureParts = {
  readonly state: ServerState;
  readonly executor: Executing;
  /** The messages of a target by id, page by page: those with ids above `after`, or all if it is absent. */
  readonly pages: (realmId: RealmId, target: ErasureTarget, after?: number) => AsyncIterable<readonly Erasable[]>;
  /** Removes the files of exports for review that contain something of the target. */
  readonly withdrawExports: (
    realmId: RealmId,
    erased: { readonly messages?: readonly number[]; readonly users?: readonly number[] },
    order: Order,
  ) => Promise<void>;
  /** How many deleted messages of a target are kept by legal holds. */
  readonly kept: (realmId: RealmId, target: ErasureTarget) => Promise<number>;
  /** Resolves when the read models have absorbed the position. */
  readonly absorbed: (position: number) => Promise<void>;
};

/** How many messages are erased at a time. Their appends share flushes, and other requests are served in between. */
const erasedAtOnce = 10;
/** A retention run is not urgent. After this many messages it pauses for a multiple of the time that they took. */
const retentionStretch = 50;
const restFactor = 9;

export const contentErasure = (parts: ContentErasureParts): Performer => ({
  kind: 'do',
  async perform(event, signal) {
    if (event.type !== 'ErasureRequested' && event.type !== 'ErasureApproved') return;
    await new ContentErasure(parts, event, event.data.erasureId, signal).run();
  },
});

class ContentErasure {
  readonly #parts: ContentErasureParts;
  readonly #event: Recorded;
  readonly #realmId: RealmId;
  readonly #erasureId: ErasureId;
  readonly #signal: AbortSignal;

  constructor(parts: ContentErasureParts, event: Recorded, erasureId: ErasureId, signal: AbortSignal) {
    this.#parts = parts;
    this.#event = event;
    this.#realmId = event.realmId;
    this.#erasureId = erasureId;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    const erasure = this.#erasure();
    // An earlier run has completed the erasure, and its process ended before the action was recorded as done.
    if (!erasure) return;
    const { target } = erasure;
    // Scheduled messages come first. If one is sent or returned to its author in the meantime, the result is erased with the other
    // messages.
    if (target.kind === 'user') await this.#scheduled(target.userId);
    await this.#eraseAll(erasure.part);
    let held = 0;
    for await (const page of this.#parts.pages(this.#realmId, erasure.target)) {
      const passed = await this.#part([...page]);
      held += passed.held;
      if (passed.isOver || (erasure.retention && this.#isRunOver(page))) break;
    }
    if (target.kind === 'user') held += await this.#files(target.userId);
    const isPersonHeld = target.kind === 'user' && (await this.#person(target.userId));
    if (target.kind === 'user' && !isPersonHeld)
      await this.#parts.withdrawExports(this.#realmId, { users: [target.userId] }, orderOf(this.#event));
    // Earlier deleted messages that holds keep are counted, except by a retention run.
    if (!erasure.retention) held += await this.#parts.kept(this.#realmId, target);
    await this.#do(completeErasure, { erasureId: this.#erasureId, held: held + (isPersonHeld ? 1 : 0) });
  }

  async #do<S extends RealmState, I, R, P, O>(command: Command<S, I, R, P, O>, input: I): Promise<R> {
    return resultOf(await this.#parts.executor.execute(command, input, orderOf(this.#event)));
  }

  #erasure() {
    return this.#parts.state.realms.get(this.#realmId)?.erasures.byId.get(this.#erasureId);
  }

  /**
   * Whether this retention run ends here. Messages are in the order of their times, so that no old message follows a page without an old
   * one. The next run erases the rest.
   */
  #isRunOver(page: readonly Erasable[]): boolean {
    return page.length === 0 || (this.#erasure()?.messages ?? 0) >= limits.retentionRunMax;
  }

  async #part(messages: Erasable[]): Promise<Passed> {
    if (messages.length === 0) return { held: 0, isOver: false };
    this.#signal.throwIfAborted();
    const passed = await this.#do(eraseContent, { erasureId: this.#erasureId, messages });
    if (!passed.isOver && passed.held < messages.length) await this.#eraseAll(this.#erasure()?.part ?? []);
    return passed;
  }

  async #eraseAll(messageIds: readonly MessageId[]): Promise<void> {
    if (messageIds.length === 0) return;
    await this.#parts.withdrawExports(this.#realmId, { messages: messageIds }, orderOf(this.#event));
    const isRetention = this.#erasure()?.retention !== undefined;
    const stretch = isRetention ? retentionStretch : messageIds.length;
    let newest = 0;
    for (let from = 0; from < messageIds.length; from += stretch) {
      const began = performance.now();
      newest = Math.max(newest, await this.#eraseStretch(messageIds.slice(from, from + stretch)));
      if (isRetention) await delay(restFactor * (performance.now() - began), undefined, { signal: this.#signal });
    }
    if (newest > 0) await unlessAborted(this.#parts.absorbed(newest), this.#signal);
  }

  /** Resolves with the position of the newest deletion. */
  async #eraseStretch(messageIds: readonly MessageId[]): Promise<number> {
    const atOnce = new Semaphore(erasedAtOnce);
    const positions = await Promise.all(
      messageIds.map((messageId) =>
        atOnce.run(async () => {
          this.#signal.throwIfAborted();
          const input = { messageId, onRecord: true };
          const done = await this.#parts.executor.execute(eraseMessage, input, orderOf(this.#event));
          resultOf(done);
          return done.ok ? done.position : 0;
        }),
      ),
    );
    return Math.max(0, ...positions);
  }

  /** Throws while one of them is being sent, so that the action is tried again. */
  async #scheduled(userId: UserId): Promise<void> {
    const all = [...(this.#parts.state.realms.get(this.#realmId)?.scheduled.byId.values() ?? [])];
    const own = all.filter(({ senderId }) => senderId === userId);
    if (own.length === 0 || (await this.#isKept(userId, 'scheduled'))) return;
    for (const { scheduledId } of own) {
      const { isBeingSent } = await this.#do(eraseScheduledMessage, { scheduledId });
      if (isBeingSent) throw new Error('a scheduled message of the person is being sent');
    }
  }

  /** Whether a legal hold keeps it. If not, its erasure is recorded now. */
  async #isKept(userId: UserId, what: 'scheduled' | 'person'): Promise<boolean> {
    return (await this.#do(beginErasingPerson, { erasureId: this.#erasureId, userId, what })).held;
  }

  /**
   * Erases files that the user uploaded and that no message of others shares. A user who is active again keeps them. Returns how many files
   * of the user legal holds keep.
   */
  async #files(userId: UserId): Promise<number> {
    const realm = this.#parts.state.realms.get(this.#realmId);
    if (!realm || isActive(realm.directory, userId)) return 0;
    const { byId, held } = realm.files;
    for (const { fileId } of [...byId.values()].filter((one) => one.userId === userId && one.sharedBy.length === 0)) {
      this.#signal.throwIfAborted();
      const done = await this.#parts.executor.execute(deleteFile, { fileId }, orderOf(this.#event));
      // The last message that shared the file was erased in the meantime, and the file with it.
      if (done.ok || done.refusal.code !== 'file-missing') resultOf(done);
    }
    return [...held.values()].filter((file) => file.userId === userId).length;
  }

  /** Whether a legal hold keeps the person's data. */
  async #person(userId: UserId): Promise<boolean> {
    if (await this.#isKept(userId, 'person')) return true;
    await this.#do(changeAvatar, { userId, avatar: null });
    const realm = this.#parts.state.realms.get(this.#realmId);
    const parts = realm ? wordsStreams(realm, this.#realmId, userId).length : 0;
    for (let part = 0; part < parts; part += 1) await this.#do(eraseWords, { userId, part });
    return (await this.#do(erasePerson, { userId })).held;
  }
}
