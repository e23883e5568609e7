/** The users of one service, whom the soak creates, and their acts until it is over. */
import { setTimeout as delay } from 'node:timers/promises';
import { ask as askService } from '../../src/cli/control-socket.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { Parameters } from '../support/client.ts';
import { type Account, Caller } from './caller.ts';
import { Ledger } from './ledger.ts';
import { Nasty } from './nasty.ts';
import { Ordinary, type Population, type Room } from './ordinary.ts';
import type { Service } from './service.ts';

export type PopulationSize = {
  readonly ordinary: number;
  readonly nasty: number;
  readonly pauseMs: number;
  readonly answerMsMax: number;
};

/** The people of one room, each of whom is in two rooms. */
const perRoom = 10;
/** As long as the queues of a full ring keep on average. */
const fillerLength = 3_600;
const fillersAtOnce = 16;

export type Populated = {
  readonly population: Population;
  /** Fills what keeps the newest client events in memory, so that its growth is not taken for a leak. */
  fill(): Promise<void>;
  /** Resolves when all have ended, which is after `population.isOver`. */
  act(): Promise<void>;
  /** Compares the listing of a room with what was acknowledged, from the message `since` on. */
  compare(room: string, since: number): Promise<void>;
};

/** Creates accounts and rooms on a running service. */
export async function populate(service: Service, people: PopulationSize, random: () => number): Promise<Populated> {
  const { ordinary, nasty, pauseMs } = people;
  const accounts: Account[] = [];
  for (let number = 0; number < ordinary + nasty; number += 1) accounts.push(await made(service, number));
  const ordinaryAccounts = accounts.slice(0, ordinary);
  const rooms: Room[] = Array.from({ length: Math.max(1, Math.ceil((2 * ordinary) / perRoom)) }, (_, at) => ({
    name: `room ${at}`,
    members: ordinaryAccounts
      .filter((_one, number) => roomsOf(number, ordinary).includes(at))
      .map(({ userId }) => userId),
  }));
  const dev = service.account('admin');
  const admin = new Caller(service, { userId: dev.user_id, email: dev.email, key: dev.api_key }, people.answerMsMax);
  for (const { name, members } of rooms) {
    const subscribed = await admin.ask('POST', '/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: members,
    });
    if (subscribed === 'lost' || subscribed.status !== 200) throw new Error(JSON.stringify(subscribed));
  }
  const population: Population = {
    service,
    random,
    ledger: new Ledger(),
    pauseMs,
    latencies: [],
    refused: 0,
    slowed: 0,
    isQuiet: false,
    isOver: false,
  };
  const friends = ordinaryAccounts.map(({ userId }) => userId);
  const ordinaryUsers = ordinaryAccounts.map((account, number) => {
    const own = roomsOf(number, ordinary).flatMap((at) => rooms[at] ?? []);
    return new Ordinary(population, new Caller(service, account, people.answerMsMax), own, friends);
  });
  const nastyUsers = accounts
    .slice(ordinary)
    .map(
      (account, number) =>
        new Nasty(population, new Caller(service, account, people.answerMsMax), admin, friends, number),
    );
  return {
    population,
    async fill() {
      // Client events of an organization without queues are not kept in memory.
      const registered = await admin.ask('POST', '/register', { event_types: ['presence'] });
      if (registered === 'lost' || registered.status !== 200) throw new Error(JSON.stringify(registered));
      const content = 'x'.repeat(fillerLength);
      const each = Math.ceil(limits.ringEntriesMax / accounts.length);
      for (let first = 0; first < accounts.length; first += fillersAtOnce)
        await Promise.all(
          accounts.slice(first, first + fillersAtOnce).map(async (account) => {
            const caller = new Caller(service, account, people.answerMsMax);
            for (let sent = 0; sent < each; sent += 1)
              await sentWithinLimit(caller, { type: 'private', to: [account.userId], content });
            caller.close();
          }),
        );
      await Promise.all(nastyUsers.map((one) => one.fill()));
    },
    async act() {
      await Promise.all(ordinaryUsers.map((one) => one.begin()));
      await Promise.all([...ordinaryUsers, ...nastyUsers].map((one) => one.act()));
      admin.close();
    },
    async compare(room, since) {
      const at = rooms.findIndex(({ name }) => name === room);
      const reader = ordinaryUsers[ordinaryAccounts.findIndex((_, number) => roomsOf(number, ordinary).includes(at))];
      const asked = performance.now();
      if (reader) population.ledger.compare(room, await reader.everythingIn(room, since), since, asked);
    },
  };
}

/** A few users send many messages each, to fill the memory. If one of them exceeds the rate limit, they wait for the time in the answer. */
async function sentWithinLimit(caller: Caller, message: Parameters): Promise<void> {
  for (;;) {
    const answer = await caller.ask('POST', '/messages', message);
    if (answer === 'lost' || answer.status !== 429) return;
    await delay(1000 * Number(answer.body['retry-after']));
  }
}

/** One room with the nearest neighbours, and one with people from everywhere. */
function roomsOf(number: number, people: number): number[] {
  const half = Math.ceil(people / perRoom);
  return [Math.floor(number / perRoom), half + (number % half)];
}

async function made(service: Service, number: number): Promise<Account> {
  const email = `soak${number}@dev.example`;
  const values = { realm: 'dev', email, name: `Soak ${number}` };
  const reply = await askService(service.data, { task: 'user create', values });
  if (!reply?.ok) throw new Error(reply?.why ?? 'no service runs');
  const of = (name: string): string =>
    reply.lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  return { userId: Number(of('user_id')), email, key: of('api_key') };
}
