/** Checks every answer to a user: it contains nothing that the user may not see or that was deleted, and it is never a 500. */
import type { Answer } from './connection.ts';
import { Model } from './model.ts';
import { marksIn } from './model-types.ts';
import { Broken, type World } from './world.ts';

export type Began = {
  readonly userId: number;
  readonly process: string;
  readonly gone: ReadonlySet<number>;
  readonly isOut: boolean;
};

const expectedStatuses = new Set([200, 400, 401, 403, 404, 409, 422, 429, 503]);

export class Watcher {
  readonly model = new Model();
  readonly #world: World;
  /** Process → ids of messages whose deletion it has acknowledged. */
  readonly #deletedAt = new Map<string, Set<number>>();
  /** Process → users whose deactivation it has acknowledged. */
  readonly #outAt = new Map<string, Set<number>>();
  readonly #deactivated = new Set<number>();
  readonly statuses = new Map<number, number>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Applies all further events of the log to the model. */
  follow(): Model {
    const { log } = this.#world;
    for (const event of log.readAll(this.model.position, log.tail, [], Number.POSITIVE_INFINITY))
      this.model.fold(event);
    const [fault] = [...this.model.faults, ...this.model.streams.faults];
    if (fault) throw new Broken(fault);
    return this.model;
  }

  requestBegins(userId: number, process: string): Began {
    const gone = new Set(this.#deletedAt.get(process));
    return { userId, process, gone, isOut: this.#outAt.get(process)?.has(userId) ?? false };
  }

  deleted(process: string, messageId: number): void {
    this.#deletedAt.set(process, new Set([...(this.#deletedAt.get(process) ?? []), messageId]));
  }

  deactivating(userId: number): void {
    this.#deactivated.add(userId);
  }

  deactivated(process: string, userId: number): void {
    this.#outAt.set(process, new Set([...(this.#outAt.get(process) ?? []), userId]));
  }

  answered({ userId, gone, isOut }: Began, { status, text }: Answer, about: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const fault = (what: string): void =>
      this.#world.fault(`${what}: user ${userId}, ${about}: ${status} ${text.slice(0, 2_000)}`);
    if (!expectedStatuses.has(status)) fault('an unexpected answer');
    if (status === 401 && !this.#deactivated.has(userId)) fault('a user was not recognized');
    if (isOut && status === 200) fault('a deactivated user was served');
    const marks = marksIn(text);
    if (marks.length === 0) return;
    const model = this.follow();
    for (const mark of marks) {
      const message = model.byMark.get(mark);
      const isUnsettled = message !== undefined && model.isUnsettled(message.id);
      if (!model.maySee(userId, mark) && !isUnsettled) fault(`${mark} is not for this user`);
      if (message && gone.has(message.id)) fault(`${mark} was deleted before`);
    }
  }
}
