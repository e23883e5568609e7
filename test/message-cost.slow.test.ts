/**
 * What a message costs the machine: flushes, bytes and processor time, with margins so wide that only a broken build leaves them.
 * `npm run bench` measures the same exactly.
 */
import { expect } from 'chai';
import { sendRequests, subscribeEveryone } from '../bench/chatter.ts';
import type { HelloTasks } from '../bench/limits/hello.ts';
import { flushCounter } from '../bench/measure/flushes.ts';
import { bytesWritten, cpuMicros } from '../bench/measure/process-usage.ts';
import { startServer } from '../bench/server.ts';
import { averageMessageBytes } from '../bench/stored-events.ts';
import type { LoadTasks } from '../bench/workers/closed-loop.ts';
import { getRequest } from '../bench/workers/http-socket.ts';
import { startWorker, type Worker } from '../bench/workers/worker.ts';
import { builtProgram } from './support/built-program.ts';

describe('what a message costs the machine', () => {
  const millis = 200;
  /** Of the rounds that are repeated until one is not disturbed. */
  const roundMillis = 200;
  /** Processor time of a message ÷ that of an empty answer. */
  const mostCpu = 40;
  const roundsMax = 18;

  /** A young process spends most of its time compiling, and a busy machine sends too little. So rounds are repeated until one reaches `most`. */
  const bestOfRounds = async (most: number, round: () => Promise<number>): Promise<number> => {
    let measured = await round();
    for (let done = 1; done < roundsMax && measured > most; done += 1) measured = await round();
    return measured;
  };

  let load: Worker<LoadTasks>;

  before(() => {
    // The server of the bench starts what is in dist.
    builtProgram();
    load = startWorker<LoadTasks>('closed-loop.ts');
  });
  after(() => load.stop());

  it('takes few flushes: one for many appends at the same time, and hardly more than one for a single append', async function () {
    const flushes = flushCounter();
    if (flushes.how !== 'strace') {
      console.log('      (skipped: strace is not installed)');
      this.skip();
    }
    const server = await startServer({ wrapper: flushes.wrapper });
    try {
      await subscribeEveryone(server);
      for (const [connections, most] of [
        [64, 0.25],
        [1, 4],
      ] as const) {
        const work = { port: server.port, connections, millis, requests: sendRequests(server) };
        const each = await bestOfRounds(most, async () => {
          const before = flushes.count();
          const { count } = await load.ask('run', work);
          return (flushes.count() - before) / count;
        });
        expect(each, `${connections} in flight`).to.be.within(Number.EPSILON, most);
      }
    } finally {
      await server.discard();
      flushes.remove();
    }
  });

  it('is a bounded multiple of its own bytes, and of the processor time of an empty answer', async () => {
    const server = await startServer();
    const hello = startWorker<HelloTasks>('../limits/hello.ts');
    try {
      await subscribeEveryone(server);
      const work = { port: server.port, connections: 64, millis, requests: sendRequests(server) };
      await load.ask('run', work);
      const before = bytesWritten(server.pid);
      const { count } = await load.ask('run', work);
      const bytes = (bytesWritten(server.pid) - before) / count;
      expect(bytes / (await averageMessageBytes(server.data))).to.be.within(1, 80);

      const greeting = { port: await hello.ask('port', null), connections: 64, millis, requests: [getRequest('/')] };
      await load.ask('run', greeting);
      const cpuEach = async (pid: number, run: typeof work): Promise<number> => {
        const cpu = cpuMicros(pid);
        const answered = await load.ask('run', run);
        return (cpuMicros(pid) - cpu) / answered.count;
      };
      const brief = { millis: roundMillis };
      const ratio = await bestOfRounds(
        mostCpu,
        async () =>
          (await cpuEach(server.pid, { ...work, ...brief })) / (await cpuEach(hello.pid, { ...greeting, ...brief })),
      );
      expect(ratio).to.be.within(1, mostCpu);
    } finally {
      await hello.stop();
      await server.discard();
    }
  });
});
