/** Messages from person to person and to a room, compared with other chat servers on the same machine, which keep archives too. */
import { inRounds, type Pair } from '../measure/rounds.ts';
import { higher, type Ratio, type Suite } from '../ratio.ts';
import { personCaller, seededFolder } from '../seed.ts';
import { type Server, startServer } from '../server.ts';
import { startWorker, type Worker } from '../workers/worker.ts';
import type { Talk } from './conversations.ts';
import { ejabberdDefault, ejabberdDurable } from './ejabberd.ts';
import type { HttpTasks } from './http-crowd.ts';
import { type Peer, startPeer, versionsOf } from './peer.ts';
import { prosodyDefault, prosodyDurable } from './prosody.ts';
import type { XmppTasks } from './xmpp-crowd.ts';

const counted = { warmUpMillis: 500, millis: 2_000 };
const pairsTalk: Talk = { people: 64, inFlight: 64, ...counted };
const occupants = 200;
const roomTalks = [1, 8].map((inFlight): Talk => ({ people: occupants, inFlight, ...counted }));
/** Verbatim runs through all rounds, because a new process spends as much time compiling as handling messages. */
const warmUp = { warmUpMillis: 0, millis: 9_000 };
const channel = 'everybody';

type Rival = { readonly peer: Peer; readonly ratios: readonly Ratio[] };

const line = (id: number, name: string, what: string, floor: number, goal: number): Ratio =>
  higher(id, name, what, '/s', floor, goal);

const pairRivals: readonly Rival[] = [
  {
    peer: prosodyDurable,
    ratios: [line(15, 'pairs-prosody-sqlite', 'messages in pairs, 64 in flight ÷ prosody, SQLite', 4, 10)],
  },
  {
    peer: ejabberdDurable,
    ratios: [line(15, 'pairs-ejabberd-sqlite', 'messages in pairs, 64 in flight ÷ ejabberd, SQLite', 4, 10)],
  },
  {
    peer: prosodyDefault,
    ratios: [line(16, 'pairs-prosody', 'messages in pairs, 64 in flight ÷ prosody, not durable', 1, 2)],
  },
  {
    peer: ejabberdDefault,
    ratios: [line(16, 'pairs-ejabberd', 'messages in pairs, 64 in flight ÷ ejabberd, not durable', 1, 2)],
  },
];

const roomRivals: readonly Rival[] = [
  {
    peer: ejabberdDurable,
    ratios: [
      line(17, 'room-1', 'deliveries to a room of 200, 1 in flight ÷ ejabberd', 0.4, 0.8),
      line(17, 'room-8', 'deliveries to a room of 200, 8 in flight ÷ ejabberd', 1, 2),
    ],
  },
];

type Setup = { readonly server: Server; readonly ours: Worker<HttpTasks>; readonly theirs: Worker<XmppTasks> };

/** Each peer is started for its turn, so that no other peer runs at the same time. Verbatim is measured again before each. */
const comparison = (
  name: string,
  rivals: readonly Rival[],
  people: number,
  listenersFrom: number,
  settle: (setup: Setup) => Promise<unknown>,
  turn: (setup: Setup, rival: Rival) => Promise<readonly Pair[]>,
): Suite => ({
  name,
  ratios: rivals.flatMap(({ ratios }) => ratios),
  async run(say) {
    const present = rivals.filter((rival) => isPresent(rival, say));
    if (present.length === 0) return [];
    const data = await seededFolder({ users: people, channels: 0, messages: 0 });
    const server = await startServer({ data, env: { VERBATIM_HEARTBEAT_SECS: '85' } });
    const setup: Setup = {
      server,
      ours: startWorker<HttpTasks>('../peers/http-crowd.ts'),
      theirs: startWorker<XmppTasks>('../peers/xmpp-crowd.ts'),
    };
    try {
      const callers = await Promise.all(Array.from({ length: people }, (_, number) => personCaller(data, number)));
      const principals = JSON.stringify(callers.map(({ email }) => email));
      const subscriptions = JSON.stringify([{ name: channel }]);
      await server.call('POST', '/users/me/subscriptions', { subscriptions, principals }, server.caller('owner'));
      await setup.ours.ask('registerQueues', { port: server.port, callers, listenersFrom, channel });
      say('warming up');
      await settle(setup);
      return await inRounds(say, async () => {
        const pairs: Record<string, Pair> = {};
        for (const rival of present) {
          say(rival.peer.name);
          const taken = await turn(setup, rival);
          for (const [index, ratio] of rival.ratios.entries()) pairs[ratio.name] = taken[index] as Pair;
        }
        return pairs;
      });
    } finally {
      await Promise.all([setup.ours.stop(), setup.theirs.stop()]);
      await server.discard();
    }
  },
});

function isPresent({ peer, ratios }: Rival, say: (progress: string) => void): boolean {
  const versions = versionsOf(peer.packages);
  const missing = peer.packages.filter((name) => !versions.has(name));
  if (missing.length > 0)
    say(`${missing.join(', ')} not installed: left out ${ratios.map(({ name }) => name).join(', ')}`);
  else say(`${peer.name}: ${[...versions].map(([name, version]) => `${name} ${version}`).join(', ')}`);
  return missing.length === 0;
}

async function before<T>(peer: Peer, measure: (port: number) => Promise<T>): Promise<T> {
  const { port, stop } = await startPeer(peer);
  try {
    return await measure(port);
  } finally {
    await stop();
  }
}

export const peerSuites: readonly Suite[] = [
  comparison(
    'pairs',
    pairRivals,
    pairsTalk.people,
    pairsTalk.people / 2,
    ({ ours }) => ours.ask('pairs', { ...pairsTalk, ...warmUp }),
    async ({ ours, theirs }, { peer }) => {
      const figure = await ours.ask('pairs', pairsTalk);
      const limit = await before(peer, (port) => theirs.ask('pairs', { port, talk: pairsTalk }));
      return [{ figure, limit }];
    },
  ),
  comparison(
    'room',
    roomRivals,
    occupants,
    0,
    async ({ ours }) => {
      for (const talk of roomTalks) await ours.ask('all', { ...talk, ...warmUp });
    },
    async ({ ours, theirs }, { peer }) => {
      const figures: number[] = [];
      for (const talk of roomTalks) figures.push(await ours.ask('all', talk));
      const limits = await before(peer, (port) => theirs.ask('all', { port, talks: roomTalks }));
      return figures.map((figure, index) => ({ figure, limit: limits[index] ?? Number.NaN }));
    },
  ),
];
