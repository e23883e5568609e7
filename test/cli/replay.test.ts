/** `verbatim replay`, `diff` and `trace`, each as a user would type it, on an export and on a live service. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { WebSocket } from 'undici';
import { exportTo } from '../../src/audit/export.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { mixedLog } from '../audit/log-fixture.ts';
import { exportedFile } from '../replay/exported-past.ts';
import { builtProgram } from '../support/built-program.ts';
import { tellStoredAs } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { verbatim } from './typed.ts';

/** What it printed, of a run that succeeded. */
const printed = async (line: string, env?: Record<string, string>): Promise<string[]> => {
  const { code, printed: lines, complaints } = await verbatim(line, env);
  // The history holds one.
  expect(complaints).to.match(/^(this version does not know these events, and leaves them out: SomethingNew)?$/);
  expect(code).to.equal(0);
  return [...lines];
};

describe('replaying on the command line', () => {
  let file: string;
  before(async () => {
    file = await exportedFile();
  });

  describe('replay', () => {
    const children: ChildProcess[] = [];
    after(() => {
      for (const child of children) child.kill('SIGKILL');
    });

    it('counts the documents of every read model at a moment, with their digests and how long it took', async () => {
      const lines = await printed(`replay --until position:9 --realm test --export ${file}`);
      expect(lines[0]).to.equal('organizations=test');
      expect((await printed(`replay --export ${file}`))[0]).to.equal('organizations=test,other');
      expect(lines[1]).to.match(/^until=20\d\d-.*Z position=9 event=[0-9a-f-]{36}$/);
      expect(lines[2]).to.match(/^events=\d+ ms=\d+ per_second=\d+$/);
      expect(lines.slice(3).join('\n')).to.match(/^model=users documents=\d+ sha256=[0-9a-f]{64}$/m);
      const again = await printed(`replay --until position:9 --realm test --export ${file}`);
      expect(again.toSpliced(2, 1)).to.deep.equal(lines.toSpliced(2, 1));
    });

    it('goes event by event, by a script', async () => {
      const script = join(temporaryFolder(), 'script');
      writeFileSync(
        script,
        ['# to the first edit', 'b type=MessageEdited', 'c', 'd', 'w', 'p messages 1.1', 'n', 'c', 'q'].join('\n'),
      );
      const lines = await printed(`replay --step --script ${script} --realm test --export ${file}`);
      const text = lines.join('\n');
      expect(lines[0]).to.match(/^at position 0; it ends at position \d+$/);
      expect(lines[1]).to.match(/^position=\d+ .* MessageEdited message-1\.1 actor=/);
      expect(text).to.match(/^messages 1\.1: content "one [\s\S]*" → "one, better"$/m);
      expect(text).to.match(/^update_message to \{"kind":/m);
      expect(text).to.include('"content": "one, better"');
      expect(lines.at(-1)).to.equal('the end');
    });

    it('begins at --from, and stops at a breakpoint of --break', async () => {
      const script = join(temporaryFolder(), 'script');
      writeFileSync(script, 'c\n');
      const command = `replay --step --script ${script} --export ${file} --from position:4`;
      expect(await printed(`${command} --break 'position>5 type=ChannelCreated'`)).to.satisfy((lines: string[]) =>
        /^position=\d+ .* ChannelCreated /.test(lines[1] ?? ''),
      );
      const refused = await verbatim(`${command} --break 'type=MessageSent what=3'`);
      expect(refused).to.include({ code: 2 });
      expect(refused.complaints).to.match(
        /^verbatim: --break: what \(at 18\) is not a field: the fields are type, stream/,
      );
    });

    it('writes digests at chosen events, and finds read models that have other digests now', async () => {
      const baseline = join(temporaryFolder(), 'baseline.json');
      const nowhere = await verbatim(`replay --check ${baseline}/x.json --write --export ${file}`);
      expect(nowhere.code).to.equal(2);
      expect(nowhere.complaints)
        .to.match(/^verbatim: ENOENT: .*\/x\.json'$/m)
        .and.not.contain('    at ');
      expect((await verbatim(`replay --check ${temporaryFolder()} --export ${file}`)).complaints).to.contain(
        ': EISDIR: ',
      );
      const missing = await verbatim(`replay --check ${baseline} --export ${file}`);
      expect(missing).to.include({
        code: 2,
        complaints: `verbatim: --check: there is no file ${baseline}; --write makes it`,
      });
      expect(await printed(`replay --check ${baseline} --write --export ${file}`).then(String)).to.match(
        /^baseline=.* marks=\d$/,
      );
      expect(await printed(`replay --check ${baseline} --export ${file}`).then(String)).to.match(
        /^equal events=\d+ marks=\d$/,
      );
      const marks = JSON.parse(readFileSync(baseline, 'utf8'));
      marks.marks[3].models.messages.sha256 = 'another';
      writeFileSync(baseline, JSON.stringify(marks));
      const differs = await verbatim(`replay --check ${baseline} --export ${file}`);
      expect(differs.code).to.equal(1);
      expect(differs.complaints.split('\n').at(-1)).to.equal(
        `verbatim: messages differs at event ${marks.marks[3].event}, after event ${marks.marks[2].event}: as many, ${marks.marks[3].models.messages.count}, with other content`,
      );
      writeFileSync(baseline, '{}');
      expect((await verbatim(`replay --check ${baseline} --export ${file}`)).complaints).to.include(
        'is no baseline of',
      );
      const other = await exportedFile();
      await printed(`replay --check ${baseline} --write --export ${other}`);
      const strange = await verbatim(`replay --check ${baseline} --export ${file}`);
      expect(strange).to.include({ code: 2 });
      expect(strange.complaints).to.match(/the baseline is of another history: there is no event/);
    });

    it('waits for a debugger with --inspect, and stops in it before the handlers of an event', async () => {
      const script = join(temporaryFolder(), 'script');
      writeFileSync(script, 'b type=MessageEdited\nc\n');
      const command = ['replay', '--step', '--inspect', '--script', script, '--export', file];
      const child = spawn(process.execPath, [builtProgram(), ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
      children.push(child);
      const exited = once(child, 'close');
      const lines: string[] = [];
      let debugging: WebSocket | undefined;
      createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
      const address = await new Promise<string>((found, failed) => {
        createInterface({ input: child.stderr }).on('line', (line) => {
          const listening = /^Debugger listening on (ws:\S+)$/.exec(line)?.[1];
          if (listening !== undefined) found(listening);
          if (line.startsWith('Waiting for the debugger')) debugging?.close();
        });
        void exited.then(([code]) => failed(new Error(`it ended with ${code}, and waited for nobody`)));
      });
      debugging = new WebSocket(address);
      await once(debugging, 'open');
      const heard = (what: Readonly<Record<string, unknown>>): Promise<void> =>
        new Promise((resolve, reject) => {
          debugging.addEventListener('close', () => reject(new Error(`it ended without ${JSON.stringify(what)}`)));
          debugging.addEventListener('message', ({ data }) => {
            const message = JSON.parse(String(data));
            if (Object.entries(what).every(([name, value]) => message[name] === value)) resolve();
          });
        });
      const ask = (id: number, method: string) => debugging.send(JSON.stringify({ id, method }));
      const enabled = heard({ id: 1 });
      ask(1, 'Debugger.enable');
      await enabled;
      expect(lines).to.deep.equal([]);
      const paused = heard({ method: 'Debugger.paused' });
      ask(2, 'Runtime.runIfWaitingForDebugger');
      await paused;
      expect(lines.join('\n')).not.to.include('MessageEdited');
      ask(3, 'Debugger.resume');
      debugging.close();
      expect((await exited)[0]).to.equal(0);
      expect(lines.join('\n')).to.match(/^position=\d+ .* MessageEdited message-1\.1 actor=/m);
    });

    it('refuses invalid options and commands, with exit code 2', async () => {
      const refused = async (line: string): Promise<string> => {
        const { code, complaints } = await verbatim(line);
        expect(code, line).to.equal(2);
        return complaints;
      };
      expect(await refused(`replay --until 4 --export ${file}`)).to.match(
        /^verbatim: --until: must be a time in ISO 8601/,
      );
      expect(await refused('replay --export /no/such/file')).to.equal(
        'verbatim: --export: there is no file /no/such/file',
      );
      expect(await refused('replay --export /dev/null')).to.equal(
        'verbatim: --export: /dev/null is not a file: an export is read more than once',
      );
      const copied = join(temporaryFolder(), 'copied.ndjson');
      writeFileSync(copied, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
      expect(await refused(`replay --export ${copied}`)).to.match(
        /^verbatim: line 1: ends with CR LF, .* copy it again as it is$/,
      );
      expect(await refused(`replay --export ${file} --from position:3`)).to.include('--from needs --step');
      expect(await refused(`replay --export ${file} --write`)).to.include('--write needs --check');
      expect(await refused(`replay --export ${import.meta.filename}`)).to.match(
        /line 1: is not the beginning of an export$/,
      );
      expect(await refused(`diff --export ${file}`)).to.include('--from is missing');
      expect(await refused(`trace --export ${file}`)).to.include('SUBJECT is missing');
      expect(await refused(`trace 999 --export ${file}`)).to.equal(
        'verbatim: there is no message, request or event 999',
      );
    });
  });

  describe('a history with events of a later version', () => {
    const warning =
      /^this version does not know these events, and leaves them out: AuditorDismissed, SomethingNew, Unthought$/m;
    let later: string;
    before(async () => {
      const folder = temporaryFolder();
      const log = await mixedLog(folder);
      await tellStoredAs('Unthought', log, logStream.audit(1 as never), { a: 1 });
      await tellStoredAs('AuditorDismissed', log, logStream.audit(1 as never), { another: 'shape' }, 99);
      later = join(folder, 'later.ndjson');
      await exportTo(log, { realm: 'all', path: later });
      await log.close();
    });

    const warns = async (line: string): Promise<void> => {
      const { code, complaints } = await verbatim(`${line} --export ${later}`);
      expect([code, line]).to.deep.equal([0, line]);
      expect(complaints, line).to.match(warning);
    };

    it('is replayed without them, and the command says so', async () => {
      const script = join(temporaryFolder(), 'script');
      writeFileSync(script, 'c\n');
      const baseline = join(temporaryFolder(), 'baseline.json');
      await warns('replay');
      await warns(`replay --step --script ${script}`);
      await warns(`replay --check ${baseline} --write`);
      await warns(`replay --check ${baseline}`);
      await warns('diff --from position:3');
    });
  });

  describe('diff', () => {
    it('shows what differs between two moments, by document and field', async () => {
      const lines = await printed(`diff --from position:9 --export ${file} --realm test`);
      expect(lines.join('\n')).to.match(/^messages 1\.3: new \{.*"content":"the end"/m);
      expect(await printed(`diff --from position:9 --to position:9 --export ${file}`)).to.deep.equal([]);
    });
  });

  describe('trace', () => {
    it('shows the events of a message', async () => {
      const lines = await printed(`trace 1 --export ${file} --realm test`);
      expect(lines.map((line) => /^\* position=\d+ \S+ (\w+) /.exec(line)?.[1])).to.deep.equal([
        'MessageSent',
        'MessageEdited',
      ]);
    });

    it('shows those of a request and of an event', async () => {
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      const events = lines.map((line) => JSON.parse(line)).filter(({ metadata }) => metadata !== undefined);
      const byEvent = await printed(`trace ${events[3].id} --export ${file}`);
      expect(byEvent).to.have.length(1);
      expect(byEvent[0]).to.include(`${events[3].type} ${events[3].stream} `).and.to.include(events[3].id);
      const { requestId } = events[3].metadata;
      const ofRequest = events.filter(({ metadata }) => metadata.requestId === requestId);
      const marked = (await printed(`trace ${requestId} --export ${file}`)).filter((line) => /^ *\* /.test(line));
      expect(marked).to.have.length(ofRequest.length);
    });
  });
});
