/** What users do: random requests, and what must hold at once when one is answered. */
import { createRealm } from '../../../commands/realm/create-realm.ts';
import { createUser } from '../../../commands/user/create-user.ts';
import { deactivateUser } from '../../../commands/user/deactivate-user.ts';
import { secretsFrom } from '../../../src/engine/secrets.ts';
import { isActive } from '../../../src/state/directory.ts';
import type { RealmId, UserId } from '../../../src/vocabulary/ids.ts';
import { Refused } from '../../../src/vocabulary/refusals.ts';
import { type Account, Person, type Reply } from './people.ts';
import { secret } from './process.ts';
import { streamActs, streamName } from './stream-acts.ts';
import type { Watcher } from './watcher.ts';
import { Broken, type World } from './world.ts';

const secrets = secretsFrom(secret);
const realmId = 1 as RealmId;
const service = { realmId, userId: null, client: 'Internal', requestId: 'simulation' };
const roles = [100, 200, 400, 600] as const;

/** What is known of a message that a user tried to send. */
export type Attempt = { readonly mark: string; state: 'acknowledged' | 'refused' | 'in doubt'; messageId?: number };

export class Acts {
  readonly attempts: Attempt[] = [];
  readonly people: Person[] = [];
  readonly #world: World;
  readonly #watcher: Watcher;
  #marks = 0;
  #names = 0;
  #messageIds: number[] = [];
  count = 0;

  constructor(world: World, watcher: Watcher) {
    this.#world = world;
    this.#watcher = watcher;
  }

  /** Someone who can sign in. The first one founds the organization. */
  async comes(role: (typeof roles)[number]): Promise<Person> {
    this.#names += 1;
    const email = `p${this.#names}@main.example`;
    const fullName = `Person ${this.#names}`;
    const isFirst = this.people.length === 0;
    let userId: number | undefined;
    while (userId === undefined) {
      const made = await this.#within(async ({ services }) => {
        if (!isFirst) return (await services.run(createUser, { email, fullName, role }, service)).result.userId;
        const owner = { email, fullName };
        return (
          await services.runOnServer(createRealm, {
            subdomain: 'main',
            name: 'Main',
            emailDomain: 'main.example',
            owner,
          })
        ).ownerId;
      });
      // If there was no answer, the address shows whether the account was created.
      const model = this.#watcher.follow();
      userId = made === 'no answer' || made === null ? model.addresses.get(secrets.fingerprint(realmId, email)) : made;
      const described = userId === undefined ? undefined : model.people.get(userId);
      if (userId !== undefined && (described?.email !== email || described.fullName !== fullName))
        this.#world.fault(`user ${userId} is ${JSON.stringify(described)}, not ${email}`);
      if (userId === undefined) await pause(this.#world, 200);
    }
    const account: Account = { userId, email, key: secrets.apiKey(realmId, userId as UserId, 1) };
    const person = new Person(this.#world, this.#watcher, account);
    this.people.push(person);
    return person;
  }

  /** That person or, usually if they have been deactivated, somebody else. */
  present(person: Person): Person {
    const { users } = this.#watcher.follow();
    const active = this.people.filter(({ account }) => users.get(account.userId)?.isActive);
    const isActive = active.includes(person);
    return active.length === 0 || this.#world.chance.happens(isActive ? 0.8 : 0.1)
      ? person
      : this.#world.chance.of(active);
  }

  /** One random act. */
  async act(person: Person): Promise<void> {
    this.count += 1;
    const { chance } = this.#world;
    const acts: readonly [weight: number, act: (of: Person) => Promise<unknown>][] = [
      [26, (of) => this.#say(of)],
      [4, (of) => this.#sayOnce(of)],
      [8, (of) => this.#edit(of)],
      [4, (of) => this.#move(of)],
      [3, (of) => this.#delete(of)],
      ...streamActs(this.#world, this.#watcher, this.people),
      [14, (of) => this.#read(of)],
      [1, (of) => this.#role(of)],
      [1, () => this.#deactivate()],
      [1, () => this.comes(chance.of([400, 400, 600]))],
      [2, (of) => this.#twoSteps(of)],
    ];
    let left = chance.below(acts.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, act] of acts) {
      left -= weight;
      if (left < 0) {
        await act(person);
        return;
      }
    }
  }

  #mark(): string {
    this.#marks += 1;
    return `mark${this.#marks}x`;
  }

  #text(mark: string): string {
    const { chance } = this.#world;
    return chance.of([mark, `**${mark}** said`, `${mark} @**Person ${1 + chance.whole(4)}**`, `${mark} @**all**`]);
  }

  #destination(): object {
    const { chance } = this.#world;
    const others = chance.some(this.people, 0.3).map(({ account }) => account.email);
    if (chance.happens(0.3) && others.length > 0) return { type: 'private', to: others };
    return {
      type: 'stream',
      to: chance.happens(0.3) ? 'general' : streamName(this.#world),
      topic: `topic ${chance.whole(3)}`,
    };
  }

  async #say(person: Person): Promise<Reply | undefined> {
    const mark = this.#mark();
    const attempt: Attempt = { mark, state: 'in doubt' };
    this.attempts.push(attempt);
    const reply = await person.ask('POST', '/messages', { ...this.#destination(), content: this.#text(mark) });
    if (reply?.status === 200) {
      attempt.state = 'acknowledged';
      attempt.messageId = Number(reply.body.id);
      this.#messageIds.push(attempt.messageId);
      await this.#readBack(person, reply, attempt.messageId, mark);
    } else if (reply && reply.status !== 503) attempt.state = 'refused';
    return reply;
  }

  /** Repeats the request with the same key, partly at the same time, until there is an answer. The model detects a message that was sent twice. */
  async #sayOnce(person: Person): Promise<void> {
    const { chance } = this.#world;
    const mark = this.#mark();
    const attempt: Attempt = { mark, state: 'in doubt' };
    this.attempts.push(attempt);
    const asked = { ...this.#destination(), content: this.#text(mark) };
    const ask = () => person.ask('POST', '/messages', asked, this.#world.any(), { 'idempotency-key': mark });
    for (let tries = 0; tries < 6 && attempt.state === 'in doubt'; tries += 1) {
      const replies = await Promise.all(chance.happens(0.3) ? [ask(), ask()] : [ask()]);
      const ids = replies.filter((reply) => reply?.status === 200).map((reply) => Number(reply?.body.id));
      if (new Set(ids).size > 1) this.#world.fault(`${mark} was answered as messages ${ids.join(' and ')}`);
      const [messageId] = ids;
      if (messageId !== undefined) {
        Object.assign(attempt, { state: 'acknowledged', messageId });
        this.#messageIds.push(messageId);
      }
    }
  }

  /** An acknowledged message must be listed at once on the same process. */
  async #readBack(person: Person, { process }: Reply, messageId: number, mark: string): Promise<void> {
    if (!this.#world.chance.happens(0.3) || !process.serves) return;
    const found = await person.ask('GET', `/messages/${messageId}`, {}, process);
    if (!found || found.status === 503) return;
    const message = this.#watcher.follow().messages.get(messageId);
    if (!message) return this.#world.fault(`message ${messageId} was acknowledged and is not in the log`);
    const isAllowed =
      message.isDeleted || found.status === 401 || !this.#watcher.model.maySeeNow(person.account.userId, message);
    if (found.status !== 200 && !isAllowed)
      this.#world.fault(
        `user ${person.account.userId} does not find message ${messageId}: ${JSON.stringify(found.body)}`,
      );
    if (found.status === 200 && !message.contents.some((content) => content === String(found.body.raw_content)))
      this.#world.fault(`message ${messageId} reads ${String(found.body.raw_content)}, sent was ${mark}`);
  }

  async #edit(person: Person): Promise<void> {
    const { chance } = this.#world;
    if (this.#messageIds.length === 0) return;
    const messageId = chance.of(this.#messageIds.slice(-30));
    const mark = this.#mark();
    const sender = this.people.find(
      ({ account }) => account.userId === this.#watcher.follow().messages.get(messageId)?.senderId,
    );
    const attempt: Attempt = { mark, state: 'in doubt' };
    this.attempts.push(attempt);
    const reply = await (sender ?? person).ask('PATCH', `/messages/${messageId}`, { content: this.#text(mark) });
    if (reply?.status === 200) Object.assign(attempt, { state: 'acknowledged', messageId });
    else if (reply && reply.status !== 503) attempt.state = 'refused';
  }

  async #move(person: Person): Promise<void> {
    const { chance } = this.#world;
    if (this.#messageIds.length === 0) return;
    const channels = [...this.#watcher.follow().channels.keys()];
    await person.ask('PATCH', `/messages/${chance.of(this.#messageIds.slice(-30))}`, {
      topic: `topic ${chance.whole(3)}`,
      propagate_mode: chance.of(['change_one', 'change_later', 'change_all']),
      ...(chance.happens(0.4) ? { stream_id: chance.of(channels) } : {}),
    });
  }

  async #delete(person: Person): Promise<void> {
    if (this.#messageIds.length === 0) return;
    const messageId = this.#world.chance.of(this.#messageIds.slice(-30));
    const reply = await person.ask('DELETE', `/messages/${messageId}`);
    if (reply?.status === 200) this.#watcher.deleted(reply.process.name, messageId);
  }

  async #read(person: Person): Promise<void> {
    const { chance } = this.#world;
    const narrow = chance.of([
      [],
      [{ operator: 'stream', operand: streamName(this.#world) }],
      [{ operator: 'is', operand: 'private' }],
      [{ operator: 'search', operand: `mark${1 + chance.whole(this.#marks + 1)}x` }],
    ]);
    await person.ask('GET', '/messages', {
      anchor: chance.of(['newest', 'oldest']),
      num_before: 20,
      num_after: 20,
      narrow,
    });
    if (this.#messageIds.length > 0 && chance.happens(0.3))
      await person.ask('GET', `/messages/${chance.of(this.#messageIds)}/history`);
    if (chance.happens(0.1)) await person.ask('GET', '/users/me/subscriptions', { include_subscribers: true });
  }

  /** If one process made two consecutive writes, the later one must have the higher id. */
  async #twoSteps(person: Person): Promise<void> {
    const first = await this.#say(person);
    if (first?.status !== 200) return;
    const mark = this.#mark();
    const attempt: Attempt = { mark, state: 'in doubt' };
    this.attempts.push(attempt);
    const next = await person.ask('POST', '/messages', { ...this.#destination(), content: mark }, first.process);
    if (next && next.status !== 200 && next.status !== 503) attempt.state = 'refused';
    if (next?.status !== 200) return;
    Object.assign(attempt, { state: 'acknowledged', messageId: Number(next.body.id) });
    if (Number(next.body.id) <= Number(first.body.id))
      this.#world.fault(`message ${Number(next.body.id)} was sent after ${Number(first.body.id)}`);
  }

  async #role(person: Person): Promise<void> {
    const { chance } = this.#world;
    await person.ask('PATCH', `/users/${chance.of(this.people).account.userId}`, { role: chance.of(roles) });
  }

  async #deactivate(): Promise<void> {
    const { userId } = this.#world.chance.of(this.people).account;
    if (!this.#world.chance.happens(0.3)) return;
    this.#watcher.deactivating(userId);
    const at = this.#world.any();
    const done = await this.#within(async ({ services }) => {
      await services.run(deactivateUser, { userId: userId as UserId }, service);
      // A slow log is not waited for: the process may not have received the event yet.
      return !isActive(services.realm(realmId).directory, userId as UserId);
    }, at);
    if (done === true && at) this.#watcher.deactivated(at.name, userId);
  }

  /** `no answer`: refused, or the outcome is not known. */
  async #within<T>(
    work: Parameters<NonNullable<ReturnType<World['any']>>['within']>[0] extends (application: infer A) => unknown
      ? (application: A) => Promise<T>
      : never,
    at = this.#world.any(),
  ): Promise<T | 'no answer'> {
    if (!at) {
      await pause(this.#world, 50);
      return 'no answer';
    }
    try {
      return (await at.within(work)) ?? 'no answer';
    } catch (error) {
      if (error instanceof Refused || /Unavailable/.test(String(error))) return 'no answer';
      throw new Broken(String(error));
    }
  }
}

export const pause = ({ scheduler }: World, ms: number): Promise<void> =>
  new Promise((resolve) => void scheduler.in(ms, 'users', resolve));
