/** A replica in a child process that is killed: its pending requests fail, and nothing of it remains. */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { forked, options, SpareProcess } from '../../src/past/forked.ts';
import { ReplicaHandle, ReplicaLost } from '../../src/past/handle.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { builtReplica } from '../support/built-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const logger = { warn: () => undefined };
/** For tests of the process alone. A replica takes half a second of processor time to start. */
const replying = join(import.meta.dirname, 'replying-child.js');

/** The nineteenth and the forty-first field of `/proc/<pid>/stat`. The policy is 0 for SCHED_OTHER, 5 for SCHED_IDLE. */
function statOf(pid: number): { readonly nice: number; readonly policy: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  return { nice: fields[16] ?? 0, policy: fields[38] ?? 0 };
}

const children = (): number[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

describe('a replica of the past in a process of its own', () => {
  it('leaves nothing when it is killed, and reports that to the caller', async () => {
    const folder = join(temporaryFolder(), 'past');
    mkdirSync(folder);
    let lost = 0;
    const readerLost = (): void => {
      lost += 1;
    };
    const channel = forked(folder, { readerLost, logger }, 'asked', builtReplica());
    const replica = new ReplicaHandle(channel, {} as never);
    const asked = replica.call('goTo', { position: 1, tail: 1 }).catch((error: unknown) => error);
    channel.end();
    expect(await asked).to.be.instanceOf(ReplicaLost);
    await replica.ended;
    expect(existsSync(folder)).to.equal(false);
    expect(lost).to.equal(1);
    expect(await replica.call('goTo', { position: 1, tail: 1 }).catch((error: unknown) => error)).to.be.instanceOf(
      ReplicaLost,
    );
  });

  it('that cannot be started is lost, like one that ends', async () => {
    const folder = join(temporaryFolder(), 'past');
    mkdirSync(folder);
    const { execPath } = process;
    process.execPath = '/no/such/program';
    const channel = forked(folder, { logger }, 'asked', replying);
    process.execPath = execPath;
    const replica = new ReplicaHandle(channel, {} as never);
    expect(await replica.call('learn', 1).catch((error: unknown) => error)).to.be.instanceOf(ReplicaLost);
    await replica.ended;
    expect(existsSync(folder)).to.equal(false);
  });

  it('may be started in advance, and no further one is started before it is needed', async () => {
    const spare = new SpareProcess(replying);
    spare.ready();
    spare.ready();
    const folder = join(temporaryFolder(), 'past');
    mkdirSync(folder);
    const channels = [spare.forked(folder, { logger }), spare.forked(folder, { logger })];
    const replies = channels.map((channel) => {
      const reply = new Promise((resolve) => channel.onReply(resolve));
      channel.send({ number: 7, asked: { kind: 'close' } });
      return reply;
    });
    expect(await Promise.all(replies)).to.deep.equal([
      { number: 7, value: undefined },
      { number: 7, value: undefined },
    ]);
    for (const channel of channels) await channel.ended;
    spare.ready();
    await spare.close();
    spare.ready();
    await spare.close();
  });

  it('logs one line of JSON for a failure, with its kind and place instead of its message', async () => {
    const program = builtReplica() ?? join(import.meta.dirname, '../../src/past-replica.ts');
    const child = fork(program, {
      execArgv: [...options(program)],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const replied = once(child, 'message');
    child.send({ number: 1, asked: { kind: 'call', method: 'steps', argument: 1 } });
    await replied;
    child.send({ number: 2, asked: { kind: 'close' } });
    const lines = (await text(child.stderr as Readable)).trimEnd().split('\n');
    const logged = lines.map((line) => JSON.parse(line) as { err: Record<string, unknown>; msg: string });
    expect(logged).to.have.length(1);
    expect(logged[0]?.msg).to.equal('a question about the past failed');
    expect(logged[0]?.err).to.have.all.keys('type', 'at');
  });

  it('yields to the service, and uses only idle time if nobody waits for it', async function () {
    if (spawnSync('chrt', ['-i', '0', 'true']).status !== 0) this.skip();
    const scheduling = async (priority: 'asked' | 'prepared') => {
      const others = new Set(children());
      const channel = forked(temporaryFolder(), { logger }, priority, replying);
      const replied = new Promise((resolve) => channel.onReply(resolve));
      channel.send({ number: 1, asked: { kind: 'lines', of: 0, more: true } });
      await replied;
      const [pid = 0] = children().filter((child) => !others.has(child));
      const found = statOf(pid);
      channel.end();
      await channel.ended;
      return found;
    };
    expect(await scheduling('asked')).to.deep.equal({ nice: Math.min(19, getPriority() + 5), policy: 0 });
    expect(await scheduling('prepared')).to.deep.equal({ nice: 19, policy: 5 });
  });

  it('has its memory limited (pastMemoryMib)', () => {
    expect(options()).to.include(`--max-old-space-size=${limits.pastMemoryMib}`);
  });
});
