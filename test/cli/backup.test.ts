/** `backup` of a service whose store has lost uploaded files, and the mark of a `restore` that was not completed. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { backup } from '../../src/cli/backup.ts';
import { perform } from '../../src/cli/control-socket.ts';
import { LogExists } from '../../src/ports/stored-log.ts';
import { succeeded } from '../support/expect-answer.ts';
import { postFiles } from '../support/files-over-http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { isEmbedded } from '../support/test-stores.ts';
import { verbatim } from './typed.ts';

describe('verbatim backup', () => {
  let server: TestServer;
  before(async function () {
    if (!isEmbedded) this.skip();
    server = await startServer();
    for (const bytes of ['one', 'two', 'three'])
      succeeded(await postFiles(server.base, server.as('member'), '/user_uploads', { bytes }));
  });
  after(() => server?.stop());

  it('names missing or damaged files on standard error and ends with 1, after it has written the rest', async () => {
    const into = async () => {
      const [folder, warnings] = [join(temporaryFolder(), 'backup'), [] as string[]];
      const reply = await perform(backup, { folder }, server.application, (line) => warnings.push(line));
      if (!reply.ok) throw new Error(reply.why);
      expect(existsSync(join(folder, 'manifest.json'))).to.equal(true);
      return { exit: reply.exit, files: reply.lines.find((line) => line.startsWith('files=')), warnings };
    };
    expect(await into()).to.deep.equal({ exit: 0, files: 'files=3', warnings: [] });
    const stored = join(server.data, 'uploads/stored');
    const [first = '', second = ''] = readdirSync(stored, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    rmSync(first);
    writeFileSync(second, 'other');
    const { exit, files, warnings } = await into();
    expect([exit, files]).to.deep.equal([1, 'files=1']);
    const named = [first, second].map((path) => `missing_or_damaged_file=${path.slice(stored.length + 1)}`);
    expect(warnings.slice(0, 2)).to.have.members(named);
    expect(warnings[2]).to.match(/^verbatim: the backup is complete and can be restored/);
  });

  it('marks the folder before it writes anything of a log, and writes nothing if it cannot mark it', async () => {
    const [folder, data] = [join(temporaryFolder(), 'backup'), join(temporaryFolder(), 'data')];
    await perform(backup, { folder }, server.application, () => undefined);
    const isThere = (name: string): boolean => existsSync(join(data, name));
    const found: boolean[] = [];
    const fillLog = (): Promise<never> => {
      found.push(isThere('restore-unfinished'), isThere('log'));
      return Promise.reject(new LogExists('there is a log'));
    };
    const refused = await verbatim(`restore ${folder}`, { VERBATIM_DATA: data }, { fillLog });
    expect(refused).to.deep.equal({ code: 1, printed: [], complaints: 'verbatim: there is a log' });
    expect(found).to.deep.equal([true, false]);
    expect(isThere('restore-unfinished')).to.equal(false);
  });
});
