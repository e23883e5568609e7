/** The commands of `verbatim replay --step`: from a script, from a pipe, and from options. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { exportedFile } from '../replay/exported-past.ts';
import { builtProgram } from '../support/built-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { verbatim } from './typed.ts';

describe('a stepping replay', () => {
  let file: string;
  before(async () => {
    file = await exportedFile();
  });

  it('stops at an unknown command of a script', async () => {
    const script = join(temporaryFolder(), 'script');
    const scripted = (commands: string) => {
      writeFileSync(script, commands);
      return verbatim(`replay --step --script ${script} --export ${file}`);
    };
    const unknown = await scripted('n\nx\nn\n');
    expect(unknown).to.include({ code: 2 });
    expect(unknown.complaints).to.match(
      /^verbatim: line 2 of the script: there is no command x: n\(ext\), c\(ontinue\)/m,
    );
    const condition = await scripted('# a comment\n\nb type=MessageEdited zz\nc\n');
    expect(condition).to.include({ code: 2 });
    expect(condition.complaints).to.match(/^verbatim: line 3 of the script: zz \(at 20\) is not a condition/m);
  });

  it('takes commands from a pipe, and prints no prompt', () => {
    const command = [builtProgram(), 'replay', '--step', '--export', file];
    const { stdout, stderr } = spawnSync(process.execPath, command, { input: 'n\nx\nn\n', encoding: 'utf8' });
    expect(stdout).to.match(/^at position 0.*\nposition=1 .*\nthere is no command x: .*\nposition=2 .*\n$/);
    expect(stderr).to.match(/^(this version does not know .*\n)?$/);
  });

  it('reads no history if its script is missing, or no event can meet a breakpoint', async () => {
    const live = { VERBATIM_DATA: temporaryFolder() };
    const refused = async (options: string) => (await verbatim(`replay --step --reason x ${options}`, live)).complaints;
    expect(await refused('--script /no/such')).to.equal('verbatim: --script: there is no file /no/such');
    expect(await refused(`--break 'position>1 type=MesageEdited'`)).to.equal(
      'verbatim: --break: MesageEdited (at 17) is not an event type (docs/events.md)',
    );
    expect(await refused('--break actor=member@test.example')).to.equal(
      'verbatim: --break: member@test.example (at 7) is neither the id of a user nor `service`',
    );
  });
});
