/**
 * `verbatim backup` of a running service and `verbatim restore`, as an operator calls them: while clients send, and killed in the middle.
 * Events of other programs, which the service skips, make the logs large enough that a copy takes some time.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { printedBy } from '../cli/typed.ts';
import { newEvent, newStream, succeed } from '../contracts/event-log/fixture.ts';
import { builtProgram } from '../support/built-program.ts';
import { startChild } from '../support/child-server.ts';
import { type Client, list } from '../support/client.ts';
import { type Started, startHere } from '../support/start-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const senders = 16;
/** Acknowledged messages before the backup begins, and events of other programs before them. */
const sentBefore = 100;
const foreign = 5_000;

const secret = 'Vq3kP0z8Lr5TnWc1Yx7Jm2Bd9Gh4Sf6A';
const embedded = { VERBATIM_EVENT_LOG: 'embedded', VERBATIM_READ_STORE: 'embedded', VERBATIM_SECRET: secret };

type Ended = { readonly code: number | null; readonly output: string };

/** `verbatim` in a process of its own. */
function verbatim(data: string, ...args: string[]): { readonly process: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, [builtProgram(), ...args], {
    env: { ...process.env, ...embedded, VERBATIM_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece));
  return { process: child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })) };
}

/** The same in this process, where no signal is sent: it starts no other. */
const typedIn = (data: string, line: string): Promise<Ended> => printedBy(line, { ...embedded, VERBATIM_DATA: data });

/** Resolves when a folder gets a file whose name fits. */
const fileIn = (folder: string, name: RegExp): Promise<void> =>
  new Promise((resolve) => {
    const watcher = watch(folder, (_, file) => {
      if (file === null || !name.test(file)) return;
      watcher.close();
      resolve();
    });
  });

async function largeLogIn(data: string): Promise<void> {
  const log = await openLmdbEventLog(join(data, 'log'));
  for (let begun = 0; begun < foreign; begun += 1000)
    succeed(
      await log.append(
        newStream(),
        Array.from({ length: 1000 }, () => newEvent('x'.repeat(300))),
        'none',
      ),
    );
  await log.close();
}

const contentOf = (sender: number, number: number): string =>
  `message ${number} of sender ${sender} ${'.'.repeat(200)}`;

describe('verbatim backup and restore', function () {
  this.timeout(180_000);
  const data = temporaryFolder();
  const folder = join(temporaryFolder(), 'backup');
  /** Message ids and texts, in the order of their acknowledgement. */
  const acknowledged = new Map<number, string>();
  let server: Started;
  before(async () => {
    await largeLogIn(data);
    server = await startChild(data, embedded);
  });
  after(() => server.kill());

  it('copies a running service while 16 clients send: everything that was acknowledged before, consistently', async () => {
    const sending: Promise<void>[] = [];
    let isOver = false;
    let atBeginning = 0;
    const enough = new Promise<void>((resolve) => {
      const send = async (client: Client, sender: number): Promise<void> => {
        for (let number = 0; !isOver; number += 1) {
          const content = contentOf(sender, number);
          const answer = await client.post('/messages', { type: 'stream', to: 'general', topic: `${sender}`, content });
          expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
          acknowledged.set(Number(answer.body.id), content);
          if (acknowledged.size === sentBefore) resolve();
        }
      };
      for (let sender = 0; sender < senders; sender += 1) sending.push(send(server.as('member'), sender));
    });
    await enough;
    atBeginning = acknowledged.size;
    const before = [...acknowledged.keys()];
    const { code, output } = await typedIn(data, `backup ${folder}`);
    const meanwhile = acknowledged.size - atBeginning;
    isOver = true;
    await Promise.all(sending);
    expect(code, output).to.equal(0);
    expect(output).to.match(
      /events=\d+\nup_to=\d+\nsha256=[0-9a-f]{64}\nfiles=0\nfile_bytes=0\nThe secret and the key of the ledger are not in the backup/,
    );
    expect(meanwhile, 'appends went on').to.be.above(0);
    expect(readFileSync(join(folder, 'log.ndjson'), 'utf8')).to.not.include(secret);

    const elsewhere = temporaryFolder();
    const restored = await typedIn(elsewhere, `restore ${folder}`);
    expect(restored.code, restored.output).to.equal(0);
    expect(restored.output).to.include('The secret and the key of the ledger are not in the backup');
    const second = await startHere(elsewhere, embedded);
    try {
      const listed = await messagesOn(second);
      expect(before.filter((id) => !listed.has(id))).to.deep.equal([]);
      // What was written while the backup began may be in it: a beginning of what was acknowledged, each message whole.
      const whole = [...acknowledged].sort(([a], [b]) => a - b).slice(0, listed.size);
      expect([...listed]).to.deep.equal(whole);
      const sent = await second
        .as('member')
        .post('/messages', { type: 'stream', to: 'general', topic: 'new', content: 'goes on' });
      expect(sent.status, JSON.stringify(sent.body)).to.equal(200);
      expect(Number(sent.body.id)).to.be.above(Math.max(...listed.keys()));
    } finally {
      await second.kill();
    }
  });

  it('refuses one flipped byte in one line, and puts nothing into use', async () => {
    const [damaged, elsewhere] = [temporaryFolder(), temporaryFolder()];
    for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(damaged, name));
    const bytes = readFileSync(join(damaged, 'log.ndjson'));
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(join(damaged, 'log.ndjson'), bytes);
    const { code, output } = await typedIn(elsewhere, `restore ${damaged}`);
    expect(code).to.equal(1);
    // Before the one line there may be progress.
    expect(output.trim().split('\n').at(-1)).to.match(
      /^verbatim: .* is damaged after position \d+ of the log: log.ndjson, line \d+: /,
    );
    expect(readdirSync(join(elsewhere, 'log'))).to.deep.equal([]);
  });

  it('refuses a data folder that has a log or a running server', async () => {
    const running = await typedIn(data, `restore ${folder}`);
    expect(running.code).to.equal(1);
    expect(running.output).to.include('another Verbatim is running');
  });

  it('leaves no backup when the server is killed during it, and does no harm to its log', async () => {
    const target = temporaryFolder();
    const begun = fileIn(target, /^log\.ndjson$/);
    const asked = typedIn(data, `backup ${target}`);
    await begun;
    await server.kill();
    expect(await asked).to.deep.equal({ code: 1, output: 'verbatim: the running server stopped before it answered' });
    expect(existsSync(join(target, 'manifest.json'))).to.equal(false);
    const elsewhere = join(temporaryFolder(), 'data');
    const refused = await typedIn(elsewhere, `restore ${target}`);
    expect(refused).to.deep.equal({
      code: 1,
      output: `verbatim: ${target} is no complete backup: it has no manifest.json, which a backup writes last`,
    });
    expect(existsSync(elsewhere)).to.equal(false);
    server = await startHere(data, embedded);
    expect([...(await messagesOn(server))]).to.deep.equal([...acknowledged].sort(([a], [b]) => a - b));
  });

  it('does not use an incomplete log of a killed restore, makes no other log, and starts another restore from the beginning', async () => {
    const elsewhere = temporaryFolder();
    const begun = fileIn(elsewhere, /^restore-unfinished$/);
    const killed = verbatim(elsewhere, 'restore', folder);
    await begun;
    killed.process.kill('SIGKILL');
    expect((await killed.ended).code).to.equal(null);
    const left = readdirSync(elsewhere, { recursive: true }).map(String);
    expect(left.filter((name) => /log-\d+\.mdb$/.test(name))).to.deep.equal([]);
    const founding = 'realm create --subdomain x --name X --owner-email x@x.example --owner-name X';
    for (const other of [await typedIn(elsewhere, 'serve'), await typedIn(elsewhere, founding)]) {
      expect(other.code, other.output).to.equal(1);
      expect(other.output).to.include('was not completed: run `verbatim restore` again');
    }
    const again = await typedIn(elsewhere, `restore ${folder}`);
    expect(again.code, again.output).to.equal(0);
    // As after a kill when the log was in use already.
    writeFileSync(join(elsewhere, 'restore-unfinished'), '');
    const third = await typedIn(elsewhere, `restore ${folder}`);
    expect(third).to.deep.equal({ code: 0, output: 'the previous restore had been completed' });
    const fourth = await typedIn(elsewhere, `restore ${folder}`);
    expect([fourth.code, fourth.output.includes('there is a log in')]).to.deep.equal([1, true]);
    expect(existsSync(join(elsewhere, 'restore-unfinished'))).to.equal(false);
    rmSync(folder, { recursive: true });
    const second = await startHere(elsewhere, embedded);
    try {
      expect((await messagesOn(second)).size).to.be.at.least(sentBefore);
    } finally {
      await second.kill();
    }
  });
});

/** Ids and texts of all messages of the senders, in order. */
async function messagesOn(server: Started): Promise<Map<number, string>> {
  const narrow = [{ operator: 'stream', operand: 'general' }];
  const found = new Map<number, string>();
  for (let anchor = 0; ; ) {
    const page = { anchor, num_before: 0, num_after: 1000, narrow, apply_markdown: false, include_anchor: false };
    const answer = await server.as('admin').get('/messages', page);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    for (const { id, content, subject } of list(answer.body.messages)) {
      anchor = Number(id);
      if (/^\d+$/.test(String(subject))) found.set(anchor, String(content));
    }
    if (String(answer.body.found_newest) === 'true') return found;
  }
}
