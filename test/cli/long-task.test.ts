import { join } from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';
import { MoveRefused } from '../../src/audit/export-format.ts';
import type { Application } from '../../src/cli/application.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { answerTasks, ask } from '../../src/cli/control-socket.ts';
import { lockData } from '../../src/cli/data-lock.ts';
import { everySecond, longTask } from '../../src/cli/long-task.ts';
import { defineTask } from '../../src/cli/subcommand.ts';
import { EventLogUnavailable } from '../../src/ports/event-log.ts';
import { replayTools as tools } from '../../src/replay-tools.ts';
import { fillLog, openFiles, openFilesToRead, openLogToVerify } from '../../src/stores.ts';
import { applicationIn, numberIn } from '../audit/moving-support.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const application = {} as Application;
const quiet = (): void => undefined;

describe('a long task', () => {
  it('reports its progress at most once a second', () => {
    let now = 0;
    const lines: string[] = [];
    const word = everySecond(
      (line) => lines.push(line),
      () => now,
    );
    for (now = 0; now < 3_500; now += 100) word('written', now);
    expect(lines).to.deep.equal([1000, 2000, 3000].map((at) => `written: ${at} events so far`));
  });

  it('runs alone: one of another kind begins when it has succeeded or failed', async () => {
    let fail = (_error: Error): void => undefined;
    const perform = longTask(
      'export',
      () =>
        new Promise((_resolve, reject) => {
          fail = reject;
        }),
    );
    const begin = (out: string): Promise<string | undefined> =>
      perform(application, { out }, quiet).then(quiet as () => undefined, (error: Error) => error.message);
    const first = begin('a');
    expect(await begin('b')).to.equal('another export is running');
    fail(new Error('over'));
    expect(await first).to.equal('over');
    const third = begin('b');
    fail(new Error('over again'));
    expect(await third).to.equal('over again');
  });

  it('is joined by the same command, which gets its progress and its result', async () => {
    let runs = 0;
    let notify = (_line: string): void => undefined;
    let end = (_lines: readonly string[]): void => undefined;
    const perform = longTask('import', (_application, _input: { file: string }, telling) => {
      runs += 1;
      notify = telling;
      return new Promise<readonly string[]>((resolve) => {
        end = resolve;
      });
    });
    const [toFirst, toSecond]: string[][] = [[], []];
    const first = perform(application, { file: 'a' }, (line) => toFirst?.push(line));
    notify('a tenth');
    const second = perform(application, { file: 'a' }, (line) => toSecond?.push(line));
    notify('a half');
    end(['done']);
    expect([await first, await second]).to.deep.equal([['done'], ['done']]);
    expect(toFirst).to.deep.equal(['a tenth', 'a half']);
    expect(toSecond).to.deep.equal(['this import is under way already: joining it', 'a half']);
    expect(runs).to.equal(1);
    const third = perform(application, { file: 'a' }, quiet);
    end([]);
    await third;
    expect(runs).to.equal(2);
  });

  for (const [error, message] of [
    [new MoveRefused('line 3: is cut off'), /^line 3: is cut off$/],
    [new EventLogUnavailable('disk full'), /disk full.*same command again/],
    [Object.assign(new Error('ENOENT: no such file'), { syscall: 'open' }), /^ENOENT/],
  ] as const)
    it(`reports ${error.name} ${error.message}`, async () => {
      const perform = longTask('import', () => Promise.reject(error));
      const thrown = await perform(application, {}, quiet).then(quiet, (why: unknown) => why);
      expect(thrown).to.be.instanceOf(error.constructor);
      expect((thrown as Error).message).to.match(message);
    });
});

describe('a task in another process', () => {
  it('reports its progress before it answers', async () => {
    const data = temporaryFolder();
    const counting = defineTask({
      name: 'count',
      summary: '',
      input: z.object({}),
      async perform(_application, _input, notify) {
        for (const word of ['one', 'two']) notify(word);
        return ['three'];
      },
    });
    const lock = await lockData(data);
    lock.answerWith(answerTasks([counting], application, { error: () => undefined }));
    const lines: string[] = [];
    const reply = await ask(data, { task: 'count', values: {} }, (line) => lines.push(line));
    expect({ lines, reply }).to.deep.equal({ lines: ['one', 'two'], reply: { ok: true, lines: ['three'] } });
    await lock.release();
  });
});

describe('export and import on the command line', () => {
  const data = temporaryFolder();
  const file = join(temporaryFolder(), 'acme.ndjson');
  async function run(...args: string[]): Promise<{ code: number; printed: string[]; complained: string[] }> {
    const printed: string[] = [];
    const complained: string[] = [];
    const env = { VERBATIM_DATA: data, VERBATIM_SECRET: 'a secret that only tests know, long enough' };
    const code = await runCommandLine(
      args,
      env,
      {
        open: (config) => applicationIn(config.data),
        fillLog,
        openFiles,
        openFilesToRead,
        openLogToVerify,
        replayTools: async () => tools,
      },
      (line) => printed.push(line),
      (line) => complained.push(line),
    );
    return { code, printed, complained };
  }
  before(async () => {
    await run(
      'realm',
      'create',
      '--subdomain',
      'acme',
      '--owner-email',
      'ann@acme.example',
      '--owner-name',
      'Ann Owner',
    );
  });

  it('export writes a file and prints what it contains', async () => {
    const { code, printed } = await run('export', '--realm', 'acme', '--out', file);
    expect(code).to.equal(0);
    expect(printed.join('\n')).to.match(
      /^file=.*acme\.ndjson\norganizations=acme\nevents=11\nup_to=\d+\nsha256=[0-9a-f]{64}$/,
    );
  });

  it('import adds the organization, or says that it exists already', async () => {
    const { code, printed } = await run('import', file);
    expect(code).to.equal(0);
    expect([numberIn(printed, 'events_imported'), numberIn(printed, 'events_already_here')]).to.deep.equal([0, 11]);
  });

  for (const [args, exit, why] of [
    [['export', '--realm', 'nobody', '--out', `${file}.2`], 2, /there is no organization nobody/],
    [['export', '--out', file], 1, /is there already/],
    [['export', '--out', `${file}.2`, '--up-to', 'x'], 2, /--up-to: must be a whole number/],
    [['export', '--out', join(data, 'no', 'folder')], 1, /there is no folder/],
    [['import'], 2, /FILE is missing/],
    [['import', `${file}.2`], 2, /^verbatim: FILE: there is no file/],
  ] as const)
    it(`${args[0]} ${args
      .slice(1)
      .map((arg) => arg.split('/').at(-1))
      .join(' ')} fails in words`, async () => {
      const { code, complained } = await run(...args);
      expect(code).to.equal(exit);
      expect(complained.join('\n')).to.match(why);
      expect(complained.join('\n')).to.not.contain('    at ');
    });

  it('import takes one file', async () => {
    expect(await run('import', 'a', 'b')).to.deep.include({
      code: 2,
      complained: ["verbatim: Unexpected argument 'b'"],
    });
  });
});
