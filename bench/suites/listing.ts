/** The cost of one item in a long list: listing users and subscriptions, and subscribing users, each compared with a tenth of the items. */
import { cpuMicros } from '../measure/process-usage.ts';
import { inRounds } from '../measure/rounds.ts';
import { lower, type Suite } from '../ratio.ts';
import { seededFolder } from '../seed.ts';
import { type Server, startServer } from '../server.ts';
import { formRequest, getRequest, type HttpSocket, openSocket, successful } from '../workers/http-socket.ts';

const times = 10;
const few = { users: 1_000, channels: 100, messages: 0 };
const many = { users: times * few.users, channels: times * few.channels, messages: 0 };
const joining = { few: 100, many: times * 100 };
const namesTogether = 100;
/** Items in one round. Processor time is counted in ticks of 10 ms, so a round needs many. */
const usersListed = 200_000;
const channelsListed = 20_000;
const usersSubscribed = 10_000;
const warmUps = 2;

type Fixture = { readonly server: Server; readonly socket: HttpSocket; readonly size: typeof few };

async function open(size: typeof few): Promise<Fixture> {
  const server = await startServer({ data: await seededFolder(size) });
  const fixture = { server, socket: await openSocket(server.port), size };
  const names = Array.from({ length: size.channels }, (_, number) => ({ name: `stream ${number}` }));
  for (let from = 0; from < names.length; from += namesTogether)
    await subscribe(fixture, { subscriptions: JSON.stringify(names.slice(from, from + namesTogether)) });
  return fixture;
}

async function close({ server, socket }: Fixture): Promise<void> {
  socket.close();
  await server.discard();
}

const list = ({ server, socket }: Fixture, path: string): Promise<string> =>
  successful(socket, getRequest(`/api/v1${path}`, server.caller('owner')));

const subscribe = ({ server, socket }: Fixture, form: Readonly<Record<string, string>>): Promise<string> =>
  successful(socket, formRequest('POST', '/api/v1/users/me/subscriptions', form, server.caller('owner')));

let made = 0;

/** Creates a stream and subscribes the first `count` people. */
function subscribeFirst(fixture: Fixture, count: number): Promise<string> {
  made += 1;
  const principals = JSON.stringify(Array.from({ length: count }, (_, number) => `person${number}@dev.example`));
  return subscribe(fixture, { subscriptions: JSON.stringify([{ name: `gathering ${made}` }]), principals });
}

/** The server's processor time for each of `items`, `each` of them a request; microseconds. */
async function cost(fixture: Fixture, items: number, each: number, request: () => Promise<unknown>): Promise<number> {
  const before = cpuMicros(fixture.server.pid);
  for (let done = 0; done < items; done += each) await request();
  return (cpuMicros(fixture.server.pid) - before) / items;
}

export const listing: Suite = {
  name: 'listing',
  ratios: [
    lower(
      21,
      'subscribe-cost',
      `subscribing a user, ${joining.many.toLocaleString('en')} at once ÷ ${joining.few}`,
      'µs',
      1.5,
      1.1,
    ),
    lower(21, 'users-cost', 'listing a user of 10,000 ÷ of 1,000', 'µs', 1.5, 1.1),
    lower(21, 'subscriptions-cost', 'listing a subscription of 1,000 ÷ of 100', 'µs', 1.5, 1.1),
  ],
  async run(say) {
    say(`making ${many.users} users and ${many.channels} streams`);
    const small = await open(few);
    const large = await open(many);
    const users = (fixture: Fixture) => cost(fixture, usersListed, fixture.size.users, () => list(fixture, '/users'));
    const subscriptions = (fixture: Fixture) =>
      cost(fixture, channelsListed, fixture.size.channels, () => list(fixture, '/users/me/subscriptions'));
    const joined = (count: number) => cost(large, usersSubscribed, count, () => subscribeFirst(large, count));
    try {
      const round = async () => ({
        'subscribe-cost': { limit: await joined(joining.few), figure: await joined(joining.many) },
        'users-cost': { limit: await users(small), figure: await users(large) },
        'subscriptions-cost': { limit: await subscriptions(small), figure: await subscriptions(large) },
      });
      say('warming up');
      for (let number = 0; number < warmUps; number += 1) await round();
      return await inRounds(say, round);
    } finally {
      await Promise.all([close(small), close(large)]);
    }
  },
};
