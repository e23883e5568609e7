import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import manifest from '../../package.json' with { type: 'json' };
import type { Application } from '../../src/cli/application.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { answerTasks } from '../../src/cli/control-socket.ts';
import { lockData } from '../../src/cli/data-lock.ts';
import { tasks } from '../../src/cli/index.ts';
import { printable } from '../../src/cli/printable.ts';
import { WrongSecret } from '../../src/cli/recorded-secret.ts';
import type { Services } from '../../src/http/services.ts';
import { EventLogDamaged, EventLogUnavailable } from '../../src/ports/event-log.ts';
import { ReadStoreUnavailable } from '../../src/ports/read-store.ts';
import { emptyServer, evolve } from '../../src/state/realm-state.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';
import { keyOf, secrets } from '../http/stub-app.ts';
import { builtProgram } from '../support/built-program.ts';
import { realmId, recorded, registered } from '../support/given.ts';
import { founded, newUser } from '../support/past-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { settingsChanged } from '../support/writes.ts';

/** A data folder that is in use. */
function dataFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'log'));
  writeFileSync(join(folder, 'log', 'log'), '');
  writeFileSync(join(folder, 'secret'), 'Vq3kP0z8Lr5TnWc1Yx7Jm2Bd9Gh4Sf6A\n', { mode: 0o600 });
  return folder;
}

type Done = { code: number; printed: string[]; complained: string[]; application: string[] };

/** With what clears the screen of a terminal, begun by one control character and by two, and what turns the text after it. */
const organizationName = 'A\u009b2J\u001b[2J\u007fB\u202eC\u2028D';
const isUnsafe = /[\p{Cc}\u202e\u2028]/u;

/** An application with one organization and user 1. It records its calls. */
function applicationWith(events: string[]): Application {
  const state = emptyServer();
  const named = settingsChanged({ name: organizationName });
  for (const event of recorded([registered, founded(), named, ...newUser(1)])) evolve(state, event);
  const realm = () => {
    const found = state.realms.get(realmId);
    if (!found) throw new Error('no realm');
    return found;
  };
  const services = {
    state,
    realm,
    secrets,
    run: async (command: { name: string }, input: unknown) => {
      events.push(`${command.name} ${JSON.stringify(input)}`);
      if (command.name === 'create-user') throw new Refused({ code: 'email-taken', email: 'a@b.c' });
      return { result: { generation: 2 }, position: 1 };
    },
  } as unknown as Services;
  return {
    services,
    watch: {} as Application['watch'],
    log: {} as Application['log'],
    files: {} as Application['files'],
    replayed: { events: 0, ms: 0, snapshotOf: undefined },
    scrub: async () => void events.push('scrub'),
    sealed: async () => undefined,
    rebuild: () => Promise.reject(new Error('there is nothing to rebuild')),
    caughtUp: async () => undefined,
    close: async () => void events.push('close'),
  };
}

async function run(args: string, env: Record<string, string> = {}): Promise<Done> {
  const printed: string[] = [];
  const complained: string[] = [];
  const application: string[] = [];
  const code = await runCommandLine(
    args.split(' ').filter((word) => word !== ''),
    { VERBATIM_DATA: dataFolder(), ...env },
    {
      open: async () => {
        application.push('open');
        return applicationWith(application);
      },
      fillLog: () => Promise.reject(new Error('no log is filled here')),
      openFiles: () => Promise.reject(new Error('no files are opened here')),
      openFilesToRead: () => Promise.reject(new Error('no log is opened here')),
      openLogToVerify: () => Promise.reject(new Error('no log is opened here')),
      replayTools: () => Promise.reject(new Error('nothing is replayed here')),
    },
    (line) => printed.push(line),
    (line) => complained.push(line),
  );
  return { code, printed, complained, application };
}

describe('the command line', () => {
  for (const args of ['', 'help', '--help', 'serve --help'])
    it(`verbatim ${args} helps`, async () => {
      const { code, printed, application } = await run(args);
      expect(code).to.equal(0);
      expect(printed.join('\n')).to.contain('verbatim');
      expect(application).to.deep.equal([]);
    });

  it('lists every subcommand, and the options of each', async () => {
    expect((await run('help')).printed.join('\n')).to.match(/serve[\s\S]*config[\s\S]*realm create[\s\S]*user create/);
    expect((await run('help user create')).printed.join('\n')).to.contain('--email');
  });

  for (const args of ['version', '--version'])
    it(`verbatim ${args} prints the version, also with invalid settings`, async () => {
      const { code, printed, application } = await run(args, { VERBATIM_PORT: 'x' });
      expect([code, printed]).to.deep.equal([0, [`verbatim ${manifest.version}`]]);
      expect(application).to.deep.equal([]);
    });

  const misused: [string, RegExp][] = [
    ['fly', /there is no command fly/],
    ['user', /there is no command user/],
    ['api-key --realm test --mail x', /Unknown option '--mail'/],
    ['api-key --realm', /--realm/],
    ['scrub now', /Unexpected argument 'now'/],
  ];
  for (const [args, message] of misused)
    it(`verbatim ${args} is refused`, async () => {
      const { code, complained, application } = await run(args);
      expect(code).to.equal(2);
      expect(complained.join('\n')).to.match(message);
      expect(application).to.deep.equal([]);
    });

  it('opens the data for a task if no process has it open, and closes it afterwards', async () => {
    const { code, printed, application } = await run('scrub');
    expect({ code, printed, application }).to.deep.equal({
      code: 0,
      printed: ['scrubbed'],
      application: ['open', 'scrub', 'close'],
    });
  });

  it('escapes control characters of what people wrote, and prints the same text in JSON', async () => {
    const [line = ''] = (await run('realm list')).printed;
    expect(line).not.to.match(isUnsafe);
    expect(JSON.parse(/name=(".*") people/.exec(line)?.[1] ?? '')).to.equal(organizationName);
    expect((await run(`fly${organizationName}`)).complained.join()).to.not.match(isUnsafe);
    expect(printable('two\n\tlines')).to.equal('two\n\tlines');
  });

  it('prints the API key of an account, and replaces it', async () => {
    const account = 'api-key --realm test --email USER1@test.example';
    expect((await run(account)).printed).to.deep.equal([`api_key=${keyOf(1)}`]);
    const { printed, application } = await run(`${account} --rotate`);
    expect(printed).to.deep.equal([`api_key=${keyOf(1, 2)}`]);
    expect(application).to.include('rotate-api-key {"userId":1}');
  });

  for (const error of [
    new ReadStoreUnavailable('disk full: 0 bytes are free'),
    new EventLogUnavailable('out of reach'),
    new EventLogDamaged('the event log is damaged'),
    new WrongSecret(),
  ])
    it(`prints one line if the stores cannot be opened (${error.name})`, async () => {
      const complained: string[] = [];
      const env = { VERBATIM_DATA: dataFolder() };
      const refusing = () => Promise.reject(error);
      const program = {
        open: refusing,
        fillLog: refusing,
        openFiles: refusing,
        openFilesToRead: refusing,
        openLogToVerify: refusing,
        replayTools: refusing,
      };
      const code = await runCommandLine(['scrub'], env, program, undefined, (line) => complained.push(line));
      expect({ code, complained }).to.deep.equal({ code: 1, complained: [`verbatim: ${error.message}`] });
    });

  const failing: [string, number, RegExp][] = [
    ['api-key', 2, /^verbatim: --realm is missing; --email is missing \(`verbatim help api-key`\)$/],
    ['api-key --realm test', 2, /^verbatim: --email is missing/],
    ['api-key --realm other --email x@y.z', 2, /there is no organization other \(known: test\)/],
    ['api-key --realm test --email x@y.z', 2, /no account in this organization has the address x@y\.z/],
    ['user create --realm test --email a@b.c --name A', 1, /Email 'a@b.c' already in use/],
    [
      'user create --realm test --email a@b.c --name A --role king',
      2,
      /^verbatim: --role: must be owner, administrator, member or guest$/,
    ],
  ];
  for (const [args, exit, message] of failing)
    it(`verbatim ${args} prints the error, and closes what it opened`, async () => {
      const { code, complained, application } = await run(args);
      expect(code).to.equal(exit);
      expect(complained.join('\n')).to.match(message);
      expect(complained.join('\n')).not.to.contain('    at ');
      expect(application.at(-1)).to.equal('close');
    });

  it('asks the process that has the data open', async () => {
    const data = temporaryFolder();
    const lock = await lockData(data);
    const events: string[] = [];
    lock.answerWith(answerTasks(tasks, applicationWith(events), { error: () => undefined }));
    const { code, printed, application } = await run('api-key --realm test --email user1@test.example', {
      VERBATIM_DATA: data,
    });
    expect({ code, printed, application }).to.deep.equal({
      code: 0,
      printed: [`api_key=${keyOf(1)}`],
      application: [],
    });
    const refused = await run('user create --realm test --email a@b.c --name A', { VERBATIM_DATA: data });
    expect(refused).to.deep.include({
      code: 1,
      complained: ["verbatim: --email: Email 'a@b.c' already in use"],
      application: [],
    });
    const missing = await run('user create --realm test', { VERBATIM_DATA: data });
    expect(missing).to.deep.include({ code: 2, application: [] });
    await lock.release();
  });

  it('does not serve data that another process has open', async () => {
    const data = temporaryFolder();
    const lock = await lockData(data);
    const { code, complained, application } = await run('serve', { VERBATIM_DATA: data });
    expect(code).to.equal(1);
    expect(complained).to.deep.equal([`verbatim: another Verbatim is running on ${data} (pid ${process.pid})`]);
    expect(application).to.deep.equal([]);
    await lock.release();
  });

  it('refuses invalid settings', async () => {
    const { code, complained } = await run('config', { VERBATIM_PORT: 'x' });
    expect(code).to.equal(1);
    expect(complained.join('\n')).to.contain('VERBATIM_PORT');
  });

  const comparing = ['verify', 'replay', 'log', 'diff --from 2026-11-22', 'trace 1', 'rebuild', 'rebuild --verify'];
  for (const args of comparing)
    it(`verbatim ${args} ends with 2 if it fails, because 1 is an answer`, async () => {
      expect((await run(args, { VERBATIM_PORT: 'x' })).code).to.equal(2);
      expect((await run(`${args} --nothing`)).code).to.equal(2);
      const nowhere = { VERBATIM_DATA: '/nonexistent/data' };
      expect((await run(`${args}${/log|diff|trace|replay/.test(args) ? ' --reason x' : ''}`, nowhere)).code).to.equal(
        2,
      );
    });

  it('never prints the secret', async () => {
    const { printed } = await run('config', { VERBATIM_SECRET: 'Vq3kP0z8Lr5TnWc1Yx7Jm2Bd9Gh4Sf6A' });
    expect(printed.join('\n')).to.contain('VERBATIM_SECRET=(set)').and.not.contain('Vq3k');
  });

  it('never prints credentials in an address', async () => {
    const { printed } = await run('config', {
      VERBATIM_EVENT_LOG: 'esdb://verbatim:Vq/3k,P0@es.example?tls=true',
      VERBATIM_READ_STORE: 'mongodb://m.example/a?tlsCertificateKeyFilePassword=Vq3kP0&tls=true',
      VERBATIM_SCAVENGE_URLS: 'http://one/scavenge, https://ops:Vq3kP0@two/scavenge',
    });
    expect(printed.filter((line) => /Vq|credentials|hidden/.test(line))).to.deep.equal([
      'VERBATIM_EVENT_LOG=esdb://(credentials)@es.example?tls=true',
      'VERBATIM_READ_STORE=mongodb://m.example/a?tlsCertificateKeyFilePassword=(hidden)&tls=true',
      'VERBATIM_SCAVENGE_URLS=http://one/scavenge,https://(credentials)@two/scavenge',
    ]);
  });

  it('is a command that works from any folder', async () => {
    const { stdout } = await promisify(execFile)(builtProgram(), ['config'], { cwd: temporaryFolder() });
    expect(stdout).to.contain('VERBATIM_PORT=9991');
  });
});
