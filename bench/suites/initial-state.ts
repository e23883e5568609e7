/** The first request of a client: the whole state of a large organization, compared with writing the same answer as JSON. */
import { cpuMicros } from '../measure/process-usage.ts';
import { inRounds } from '../measure/rounds.ts';
import { lower, type Suite } from '../ratio.ts';
import { seededFolder } from '../seed.ts';
import { startServer } from '../server.ts';
import { formRequest, openSocket, parsed, successful } from '../workers/http-socket.ts';

const size = { users: 10_000, channels: 1_000, messages: 1_000 };
const namesTogether = 100;
/** Registrations in a round. Processor time is counted in ticks of 10 ms, so a round needs many. */
const each = 20;
const warmUps = 2;

export const initialState: Suite = {
  name: 'initial-state',
  ratios: [
    lower(
      30,
      'register-everything',
      'initial `/register` of everything, 10,000 users and 1,000 streams, ÷ `JSON.stringify` of the same answer',
      'µs',
      6,
      3,
    ),
  ],
  async run(say) {
    say(`making ${size.users} users and ${size.channels} streams`);
    const data = await seededFolder(size);
    const server = await startServer({ data });
    const socket = await openSocket(server.port);
    const caller = server.caller('owner');
    const names = Array.from({ length: size.channels }, (_, number) => ({ name: `stream ${number}` }));
    for (let from = 0; from < names.length; from += namesTogether)
      await server.call(
        'POST',
        '/users/me/subscriptions',
        { subscriptions: JSON.stringify(names.slice(from, from + namesTogether)) },
        caller,
      );
    const request = formRequest('POST', '/api/v1/register', {}, caller);
    const register = (): Promise<string> => successful(socket, request);
    const answer = parsed<unknown>(await register());
    const served = async (): Promise<number> => {
      const before = cpuMicros(server.pid);
      for (let done = 0; done < each; done += 1) await register();
      return (cpuMicros(server.pid) - before) / each;
    };
    const written = (): number => {
      const before = process.cpuUsage();
      for (let done = 0; done < each; done += 1) JSON.stringify(answer);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / each;
    };
    try {
      say('warming up');
      for (let number = 0; number < warmUps; number += 1) await served();
      return await inRounds(say, async () => ({ 'register-everything': { limit: written(), figure: await served() } }));
    } finally {
      socket.close();
      await server.discard();
    }
  },
};
