import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { ask } from '../../src/cli/control-socket.ts';
import { makeDataFolder } from '../../src/cli/data-folder.ts';
import { DataInUse, type DataLock, lockData } from '../../src/cli/data-lock.ts';
import { ConfigError } from '../../src/config.ts';
import { bundled } from '../support/bundled.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { withResolvers } from '../support/with-resolvers.ts';

const started: ChildProcess[] = [];

/** Starts another process on the data, and waits for its first output. */
async function another(data: string): Promise<{ child: ChildProcess; printed: string }> {
  const script = bundled(join(import.meta.dirname, 'hold-data.ts'));
  const child = spawn(process.execPath, [script, data], { stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  const [printed] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return { child, printed: String(printed).trim() };
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

const outcome = (data: string): Promise<DataLock | string> =>
  lockData(data).catch((error: unknown) => {
    if (error instanceof DataInUse) return error.message;
    throw error;
  });

const sockets = (data: string): string[] => readdirSync(data).filter((name) => name.endsWith('.sock'));

describe('the lock on the data', () => {
  after(() => {
    for (const child of started) child.kill('SIGKILL');
  });

  it('refuses a second process, and names the process that holds it', async () => {
    const data = temporaryFolder();
    const first = await another(data);
    expect(first.printed).to.equal('held');
    expect(await outcome(data)).to.equal(`another Verbatim is running on ${data} (pid ${first.child.pid})`);
    first.child.stdin?.end();
    await ended(first.child);
    await (await lockData(data)).release();
  });

  it('is taken over from a process that was killed, by exactly one of many that start at once', async () => {
    const data = temporaryFolder();
    const first = await another(data);
    first.child.kill('SIGKILL');
    await ended(first.child);
    expect(sockets(data), 'what it left behind').to.have.length(1);
    for (let round = 0; round < 10; round += 1) {
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcome(data)));
      const held = outcomes.filter((one) => typeof one !== 'string');
      expect(held, `round ${round}`).to.have.length(1);
      expect(sockets(data), 'only the own one').to.have.length(1);
      for (const lock of held) await lock.release();
    }
  });

  it('is held by exactly one of two processes that start at once', async () => {
    const data = temporaryFolder();
    const both = await Promise.all([another(data), another(data)]);
    const [holder, ...more] = both.filter(({ printed }) => printed === 'held');
    expect(more).to.deep.equal([]);
    const refused = both.find((one) => one !== holder);
    expect(refused?.printed).to.equal(`another Verbatim is running on ${data} (pid ${holder?.child.pid})`);
    for (const { child } of both) child.stdin?.end();
    await Promise.all(both.map(({ child }) => ended(child)));
  });

  it('has a socket that only its owner may connect to, in a private folder', async () => {
    const data = join(temporaryFolder(), 'new', 'data');
    await makeDataFolder(data);
    const lock = await lockData(data);
    const [socket = ''] = sockets(data);
    expect(statSync(join(data, socket)).mode & 0o777).to.equal(0o600);
    expect(statSync(data).mode & 0o777).to.equal(0o700);
    await lock.release();
  });

  it('refuses a folder whose path is too long for a socket, and says so', async () => {
    const data = join(temporaryFolder(), 'x'.repeat(100));
    mkdirSync(data);
    const error = await lockData(data).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ConfigError);
    expect(String(error)).to.contain('VERBATIM_DATA is too long a path');
  });

  it('accepts a long path that is short relative to the working directory', async () => {
    const folder = temporaryFolder();
    const before = process.cwd();
    process.chdir(folder);
    try {
      mkdirSync(join(folder, 'y'.repeat(70)));
      const lock = await lockData(join(folder, 'y'.repeat(70)));
      expect(sockets(join(folder, 'y'.repeat(70)))).to.have.length(1);
      await lock.release();
    } finally {
      process.chdir(before);
    }
  });

  it('leaves other files alone', async () => {
    const data = temporaryFolder();
    writeFileSync(join(data, 'verbatim.sock'), 'not ours');
    writeFileSync(join(data, 'verbatim.12.sock.bak'), 'not ours');
    const lock = await lockData(data);
    await lock.release();
    expect(readdirSync(data).sort()).to.deep.equal(['verbatim.12.sock.bak', 'verbatim.sock']);
  });
});

describe('the control socket', () => {
  const request = { task: 'double', values: { number: 21 } };
  const double = async (asked: unknown) => {
    const { values } = asked as typeof request;
    return { ok: true, lines: [String(2 * values.number)] };
  };

  it('has no server if no process has the data open', async () => {
    expect(await ask(temporaryFolder(), request)).to.equal(undefined);
    expect(await ask(join(temporaryFolder(), 'missing'), request)).to.equal(undefined);
  });

  it('answers requests, also those that came before the server was ready', async () => {
    const data = temporaryFolder();
    const lock = await lockData(data);
    const early = ask(data, request);
    lock.answerWith(double);
    expect(await early).to.deep.equal({ ok: true, lines: ['42'] });
    expect(await ask(data, request)).to.deep.equal({ ok: true, lines: ['42'] });
    await lock.stopAnswering();
    await lock.release();
  });

  it('finishes requests in flight when it stops', async () => {
    const data = temporaryFolder();
    const lock = await lockData(data);
    const { promise: reached, resolve: reach } = withResolvers();
    const { promise: finished, resolve: finish } = withResolvers();
    lock.answerWith(async (asked) => {
      reach();
      await finished;
      return double(asked);
    });
    const inFlight = ask(data, request);
    await reached;
    const stopped = lock.stopAnswering();
    finish();
    expect(await inFlight).to.deep.equal({ ok: true, lines: ['42'] });
    await stopped;
    await lock.release();
  });

  it('is released although a process does not read its answer', async () => {
    const data = temporaryFolder();
    const lock = await lockData(data);
    const answered = new Promise<void>((resolve) => {
      lock.answerWith(async () => {
        resolve();
        return { ok: true, lines: ['x'.repeat(8_000_000)] };
      });
    });
    const [socket] = sockets(data);
    const reader = connect(join(data, String(socket)));
    reader.write(`${JSON.stringify(request)}\n`);
    await answered;
    await lock.stopAnswering();
    await lock.release();
    reader.destroy();
    expect(sockets(data)).to.deep.equal([]);
  });
});
