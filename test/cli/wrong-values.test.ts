/** The error of each subcommand for a wrong value: one line that names the option, and exit code 2. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { exportTo } from '../../src/audit/export.ts';
import { answerTasks } from '../../src/cli/control-socket.ts';
import { lockData } from '../../src/cli/data-lock.ts';
import { tasks } from '../../src/cli/index.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { momentForms } from '../../src/vocabulary/moment.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { storesFor } from '../support/test-stores.ts';
import { verbatim } from './typed.ts';

const owner = "--owner-email ann@acme.example --owner-name 'Ann Owner'";
const review = '--realm dev --format csv --out OUT/review.zip --reason x';
const long = (length: number): string => 'x'.repeat(length);
/** Positions are below this number; those of an EventStoreDB that others use, too, are large. */
const beyondAnyLog = 2 ** 43;
const nowhere = '--realm: there is no organization nowhere (known: dev)';
const fitCharacters = 'no control characters, and none that are invisible or turn the direction of text';
const noText = 'must be a text of at most 100 characters';

/** EXPORT stands for an export, OUT for an empty folder. */
const misused: readonly (readonly [typed: string, why: string])[] = [
  [
    'realm create',
    '--subdomain is missing; --owner-email is missing; --owner-name is missing (`verbatim help realm create`)',
  ],
  [
    `realm create --subdomain Acme ${owner}`,
    '--subdomain: a subdomain has letters a–z, digits and dashes within, at most 40',
  ],
  [`realm create --subdomain acme ${owner} --owner-email ann`, '--owner-email: must be an e-mail address'],
  [`realm create --subdomain acme ${owner} --owner-name A`, '--owner-name: must have 2 to 100 characters'],
  [`realm create --subdomain acme ${owner} --owner-name ${long(101)}`, '--owner-name: must have 2 to 100 characters'],
  [
    `realm create --subdomain acme ${owner} --owner-name A@B`,
    `--owner-name: must have none of *\`\\>"@, ${fitCharacters}`,
  ],
  // A zero width space.
  [`realm create --subdomain acme ${owner} --name 'Ac\u200bme'`, `--name: must have ${fitCharacters}`],
  ["realm rename --realm dev --name 'Ac\u202eme'", `--name: must have ${fitCharacters}`],
  [`realm create --subdomain acme ${owner} --owner-name 'A|1'`, '--owner-name: must not end in | and a number'],
  [`realm create --subdomain acme ${owner} --name ${long(41)}`, '--name: must have at most 40 characters'],
  [
    `realm create --subdomain acme ${owner} --description ${long(1001)}`,
    '--description: must have at most 1000 characters',
  ],
  [`realm create --subdomain acme ${owner} --email-domain no_domain`, '--email-domain: not the name of a domain'],
  ["realm rename --realm dev --name ''", '--name: must not be empty'],
  ['realm deactivate --realm nowhere', nowhere],
  ['user create --realm dev --email ann --name Ann', '--email: must be an e-mail address'],
  ['user create --realm dev --email ann@acme.example --name A', '--name: must have 2 to 100 characters'],
  [
    'user create --realm dev --email ann@acme.example --name Ann --role king',
    '--role: must be owner, administrator, member or guest',
  ],
  [
    'user password --realm dev --email helper-bot@dev.example',
    '--email: must be the address of a person, not of a bot',
  ],
  [
    'api-key --realm dev --email nobody@dev.example',
    '--email: no account in this organization has the address nobody@dev.example',
  ],
  ['export --out OUT/export --up-to x', '--up-to: must be a whole number, 0 or more'],
  [`export --out OUT/export --up-to ${beyondAnyLog}`, `--up-to: the log does not reach position ${beyondAnyLog} yet`],
  ["export --out ''", '--out: must not be empty'],
  ['import /no/file', 'FILE: there is no file /no/file'],
  [`review-export ${review} --reason ''`, '--reason: must not be empty'],
  [`review-export ${review} --reason ${long(501)}`, '--reason: must have at most 500 characters'],
  [`review-export ${review} --format pdf`, '--format: must be ndjson, csv, eml or rsmf'],
  [`review-export ${review} --user 9999`, '--user: there is no user 9999'],
  [
    `review-export ${review} --user nobody@dev.example`,
    '--user: no account in this organization has the address nobody@dev.example',
  ],
  [`review-export ${review} --user '[1'`, '--user: must be a JSON list of texts'],
  [
    `review-export ${review} --user '${JSON.stringify(Array(limits.exportNamesMax + 1).fill(9))}'`,
    `--user: must be a list of at most ${limits.exportNamesMax}`,
  ],
  [`review-export ${review} --stream 9999`, '--stream: there is no stream 9999'],
  [`review-export ${review} --topic ${long(61)}`, '--topic: must have at most 60 characters'],
  [`review-export ${review} --since yesterday`, '--since: must be a time in ISO 8601'],
  [`review-export ${review} --since 2026-02-01 --until 2026-01-01`, '--until: must be after --since'],
  [`review-export ${review} --at 5`, `--at: must be ${momentForms}`],
  [`review-export ${review} --at 2001-01-01`, '--at: the organization did not exist at that moment'],
  ['verify --realm nowhere', nowhere],
  ['verify --from x', '--from: must be a whole number, 0 or more'],
  ['verify --checkpoint /no/file', '--checkpoint: there is no file /no/file'],
  ['replay --realm nowhere --reason x', nowhere],
  [`replay --reason ${long(501)}`, '--reason: must have at most 500 characters'],
  ['replay --until 4 --reason x', `--until: must be ${momentForms}`],
  ['replay --until 2001-01-01 --export EXPORT', '--until: the moment is before the first event'],
  ['replay --serve x --export EXPORT', 'PORT: must be a whole number up to 65535'],
  ['diff --from 4 --reason x', `--from: must be ${momentForms}`],
  ['diff --from position:3 --to 4 --export EXPORT', `--to: must be ${momentForms}`],
  ['diff --from position:3 --to 9999-01-01 --export EXPORT', '--to: the moment is after the end: .*'],
  ['rebuild nothing', 'MODEL: there is no read model nothing: .*'],
  ['log --actor x', '--actor: must be the id of a user, or `service`'],
  [
    'log --action nothing',
    '--action: must be an action, a prefix of actions that ends in a dot, or a JSON list of them',
  ],
  ['log --object-type x', '--object-type: must be organization, domain, .* or sink'],
  ["log --object-id ''", '--object-id: must be a text of 1 to 100 characters'],
  ['log --stream-id x --export EXPORT', '--stream-id: must be the id of a stream'],
  [`log --topic ${long(101)}`, `--topic: ${noText}`],
  [`log --client ${long(101)}`, `--client: ${noText}`],
  [`log --request-id ${long(101)}`, `--request-id: ${noText}`],
  ['log --caused-by x', '--caused-by: must be the id of an event'],
  ['log --since 5', `--since: must be ${momentForms}`],
  ['log --since 2026-02-01 --until 2026-01-01', '--until is before --since'],
  [`log --query ${long(501)}`, '--query: must be words, together at most 500 characters'],
  ['log --limit -1', "Option '--limit' argument is ambiguous. .*"],
];

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

describe('wrong values on the command line', () => {
  let server: TestServer;
  let folder: string;
  let exported: string;
  let release: () => Promise<void>;
  before(async () => {
    server = await startServer();
    const lock = await lockData(server.data);
    lock.answerWith(answerTasks(tasks, server.application, { error: () => undefined }));
    release = () => lock.release();
    folder = temporaryFolder();
    exported = join(temporaryFolder(), 'export.ndjson');
    await exportTo(server.application.log, { realm: 'all', path: exported });
  });
  after(async () => {
    await release();
    await server.stop();
  });

  const typed = (line: string) =>
    verbatim(line.replace('OUT', folder).replace('EXPORT', exported), {
      ...storesFor(server.data),
      VERBATIM_DATA: server.data,
    });

  for (const [line, why] of misused)
    it(`verbatim ${line.replaceAll(/x{9,}|(9,)+/g, '…')}`, async () => {
      const { code, complaints } = await typed(line);
      const pattern = why.split('.*').map(escaped).join('.*');
      expect(complaints).to.match(new RegExp(`^verbatim: ${pattern}$`));
      expect(code).to.equal(2);
      expect(readdirSync(folder)).to.deep.equal([]);
    });

  it('nothing is recorded for a filter or a moment of a wrong form', async () => {
    const before = await server.application.log.tail();
    await typed('log --since 5 --reason x');
    await typed('replay --until 5 --reason x');
    await typed('diff --from 5 --reason x');
    const accesses: string[] = [];
    for await (const { type } of server.application.log.readAll(before)) accesses.push(type);
    expect(accesses).not.to.include('AuditAccessed');
  });

  it('a file that is no checkpoint is named', async () => {
    const file = join(temporaryFolder(), 'none');
    writeFileSync(file, '');
    expect(await typed(`verify --checkpoint ${file}`)).to.include({
      code: 2,
      complaints: `verbatim: --checkpoint: ${file} holds no checkpoint`,
    });
  });
});
