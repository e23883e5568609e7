/** One message to thousands of waiting polls, compared with as many bare sockets that are written to in one loop. */
import { callers, sendRequests, subscribeEveryone } from '../chatter.ts';
import type { RawFanTasks } from '../limits/raw-fan.ts';
import { loopHolds } from '../measure/loop-holds.ts';
import { residentBytesAtRest } from '../measure/process-usage.ts';
import { inRounds, type Pair } from '../measure/rounds.ts';
import { lower, type Measured, type Suite } from '../ratio.ts';
import { type Server, startServer } from '../server.ts';
import type { FanTasks } from '../workers/fan.ts';
import { getRequest } from '../workers/http-socket.ts';
import { startWorker, type Worker } from '../workers/worker.ts';

const crowds = [5_000, 10_000] as const;
/** So long that no heartbeat is due before a poll is answered, even on a slow machine, or while memory settles. */
const env = { VERBATIM_HEARTBEAT_SECS: '85' };

/** `probe`: a request whose answer shows that the server has read all polls. `request`: the request that triggers the answers to the polls. */
type Crowd = { readonly fan: Worker<FanTasks>; readonly probe: string | null; readonly request: string };

const pollAndAnswer = async ({ fan, probe, request }: Crowd): Promise<{ millis: number; bytes: number }> => {
  await fan.ask('poll', { probe });
  return fan.ask('sendAndAwait', { request });
};

export const fanningOut: Suite = {
  name: 'fanning-out',
  ratios: [
    lower(9, 'fan-5000', 'one message to 5,000 polls ÷ raw sockets', 'ms', 4.5, 3),
    lower(10, 'fan-10000', 'one message to 10,000 polls ÷ raw sockets', 'ms', 5, 3),
    lower(11, 'fan-hold', 'longest hold of the event loop meanwhile', 'ms', 60, 20),
    lower(12, 'queue-memory', 'memory of an idle queue and its poll ÷ a raw socket, at rest', 'B', 6, 3.5),
  ],
  async run(say) {
    const holds = loopHolds();
    const server = await startServer({ ...holds.options, env: { ...holds.options.env, ...env } });
    const raw = startWorker<RawFanTasks>('../limits/raw-fan.ts');
    const [ourFan, rawFan] = [startWorker<FanTasks>('fan.ts'), startWorker<FanTasks>('fan.ts')];
    try {
      await subscribeEveryone(server);
      say('waiting for memory to come to rest');
      const before = await atRest(server, raw);
      const requests = sendRequests(server);
      const [everybody, first = ''] = [callers(server), requests[0]];
      const ours: Crowd = { fan: ourFan, probe: getRequest('/api/v1/users/me', everybody[0]), request: first };
      await ourFan.ask('registerQueues', { port: server.port, count: 1, callers: everybody });
      const { bytes } = await pollAndAnswer(ours);
      const port = await raw.ask('port', { bytes });
      const theirs: Crowd = { fan: rawFan, probe: null, request: 'POST / HTTP/1.1\r\n\r\n' };
      const measured: Measured[] = [];
      for (const count of crowds) {
        say(`registering ${count} queues`);
        await ourFan.ask('registerQueues', { port: server.port, count, callers: everybody });
        await rawFan.ask('connect', { port, count });
        await pollAndAnswer(ours);
        await pollAndAnswer(theirs);
        measured.push(...(await crowdRounds(count, ours, theirs, server, holds.longest, say)));
      }
      await ourFan.ask('poll', { probe: ours.probe });
      await rawFan.ask('poll', { probe: null });
      const most = crowds.at(-1) ?? 1;
      say('waiting for memory to come to rest');
      const after = await atRest(server, raw);
      const figure = (after.ours - before.ours) / most;
      const limit = (after.raw - before.raw) / most;
      return [...measured, { name: 'queue-memory', figure, limit, ratio: figure / limit }];
    } finally {
      await Promise.all([ourFan.stop(), rawFan.stop(), raw.stop()]);
      await server.discard();
      holds.remove();
    }
  },
};

async function atRest(server: Server, raw: Worker<RawFanTasks>): Promise<{ ours: number; raw: number }> {
  const [ours, theirs] = await Promise.all([residentBytesAtRest(server.pid), residentBytesAtRest(raw.pid)]);
  return { ours, raw: theirs };
}

async function crowdRounds(
  count: number,
  ours: Crowd,
  theirs: Crowd,
  server: Server,
  longestHold: (pid: number) => Promise<number>,
  say: (progress: string) => void,
): Promise<Measured[]> {
  return inRounds(
    (round) => say(`${count} polls, ${round}`),
    async () => {
      const limit = (await pollAndAnswer(theirs)).millis;
      await ours.fan.ask('poll', { probe: ours.probe });
      await longestHold(server.pid);
      const figure = (await ours.fan.ask('sendAndAwait', { request: ours.request })).millis;
      const held = await longestHold(server.pid);
      const pairs: Record<string, Pair> = { [`fan-${count}`]: { figure, limit } };
      if (count === crowds.at(-1)) pairs['fan-hold'] = { figure: held, limit: 1 };
      return pairs;
    },
  );
}
