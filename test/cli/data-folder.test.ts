/** Which commands create the data folder, and the error if it cannot be created. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { asOrdinaryUser } from '../support/client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const opened = 'the stores are opened';

/** Runs a command on `data` up to the point where the stores would be opened. */
async function run(args: string, data: string): Promise<{ code: number; complained: string[] }> {
  const complained: string[] = [];
  const code = await runCommandLine(
    args.split(' '),
    { VERBATIM_DATA: data },
    {
      open: () => Promise.reject(new Error(opened)),
      fillLog: () => Promise.reject(new Error(opened)),
      openFiles: () => Promise.reject(new Error(opened)),
      openFilesToRead: () => Promise.reject(new Error(opened)),
      openLogToVerify: () => Promise.reject(new Error(opened)),
      replayTools: () => Promise.reject(new Error(opened)),
    },
    () => undefined,
    (line) => complained.push(line),
  );
  return { code, complained };
}

const making = ['serve', 'realm create --subdomain a', 'import a.ndjson'];
const using = ['api-key --realm a', 'user create --realm a', 'scrub', 'export', 'backup a'];

describe('the data folder', () => {
  for (const args of making)
    it(`is made by verbatim ${args}, with the folders above it, for its owner alone`, async () => {
      const data = join(temporaryFolder(), 'above/data');
      const { complained } = await run(args, data);
      expect(complained.join('\n')).to.include(opened);
      expect(statSync(data).mode & 0o777).to.equal(0o700);
    });

  for (const args of using)
    it(`is not made by verbatim ${args}`, async () => {
      const data = join(temporaryFolder(), 'data');
      const { code, complained } = await run(args, data);
      expect(code).to.equal(1);
      expect(complained).to.deep.equal([
        `verbatim: there is no data folder ${data}; \`verbatim serve\`, \`realm create\`, \`import\` and \`restore\` make one`,
      ]);
      expect(existsSync(data)).to.equal(false);
    });

  for (const args of [...using, 'log', 'ledger witness a', 'verify'])
    for (const folders of [[], ['log']])
      it(`gets no log by verbatim ${args}, ${folders.length > 0 ? 'also in an empty folder of the log' : 'as it has none'}`, async () => {
        const data = temporaryFolder();
        for (const folder of folders) mkdirSync(join(data, folder));
        const { complained } = await run(args, data);
        expect(complained).to.deep.equal([
          `verbatim: there is no log in ${data}; \`verbatim serve\`, \`realm create\`, \`import\` and \`restore\` make one`,
        ]);
        expect(readdirSync(data, { recursive: true })).to.deep.equal(folders);
      });

  for (const args of [...making, ...using])
    for (const below of ['', '/data'])
      it(`ends verbatim ${args} with one line if a file is in the way${below && ', above it'}`, async () => {
        const file = join(temporaryFolder(), 'file');
        writeFileSync(file, '');
        const { code, complained } = await run(args, `${file}${below}`);
        expect(code).to.equal(1);
        expect(complained).to.have.length(1);
        expect(complained[0]).to.match(/^verbatim: VERBATIM_DATA cannot be used: .*$/);
      });

  for (const args of making)
    it(`ends verbatim ${args} with one line if the file system cannot create folders`, async function () {
      if (!existsSync('/proc/self')) this.skip();
      const { code, complained } = await run(args, '/proc/nowhere/data');
      expect(code).to.equal(1);
      expect(complained).to.deep.equal([
        "verbatim: VERBATIM_DATA cannot be used: /proc/nowhere/data (ENOENT: no such file or directory, mkdir '/proc/nowhere')",
      ]);
    });

  for (const [mode, sees] of [
    [0o000, 'nothing in it'],
    [0o500, 'what is in it'],
  ] as const)
    for (const args of ['serve', 'realm list'])
      it(`ends verbatim ${args} with one line if the user may only see ${sees}`, async () => {
        const data = temporaryFolder();
        mkdirSync(join(data, 'log'));
        writeFileSync(join(data, 'log', 'log-1.mdb'), '');
        chmodSync(data, mode);
        const { code, complained } = await asOrdinaryUser([data], () => run(args, data));
        chmodSync(data, 0o700);
        expect(code).to.equal(1);
        expect(complained).to.have.length(1);
        expect(complained[0])
          .to.include(`VERBATIM_DATA cannot be used: ${data} (`)
          .and.include('EACCES: permission denied');
      });
});
