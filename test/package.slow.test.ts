/** The package that `npm pack` makes contains everything it needs but the packages that it names as dependencies. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { exportedFile } from './replay/exported-past.ts';
import { builtPage, builtTypes } from './support/built-program.ts';
import { type ChildServer, startChild } from './support/child-server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
};

/** A program that a client's author would write. */
const program = `
import { ApiError, readZuliprc, VerbatimClient, type Event } from 'verbatim/client';
const client = new VerbatimClient(readZuliprc(process.argv[2] ?? ''));
const { id }: { readonly id: number } = await client.send({ type: 'stream', to: 'general', topic: 't', content: 'typed' });
const { messages } = await client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
const first: string | undefined = messages[0]?.sender_full_name;
const history = await client.get('/messages/{message_id}/history', { message_id: id });
const told = (event: Event): string => (event.type === 'message' ? event.message.content : event.type);
// @ts-expect-error: there is no such path
client.get('/no/such/path').catch(() => undefined);
// @ts-expect-error: a message needs a content
client.send({ type: 'stream', to: 'general' }).catch((error: unknown) => error instanceof ApiError);
// @ts-expect-error: ids are numbers
client.delete('/messages/{message_id}', { message_id: 'x' }).catch(() => undefined);
console.log(JSON.stringify([id, first, history.message_history.length, typeof told]));
`;

const replaying = `
import { openReplay, replay, type DocumentChange } from 'verbatim/replay';
const file = process.argv[2] ?? '';
let edited: DocumentChange | undefined;
for await (const { event, changes } of replay({ export: file, realm: 'test' }))
  if (event.type === 'MessageEdited') edited ??= changes.find(({ id }) => id === '1.1');
const past = await openReplay({ export: file });
await past.advance();
console.log(JSON.stringify([(edited?.after as { content?: string })?.content, past.models.find((name) => name === 'messages')]));
await past.close();
// @ts-expect-error: a replay needs a file
replay({});
`;

describe('the package', function () {
  this.timeout(120_000);
  let folder: string;
  let server: ChildServer;
  before(async () => {
    builtPage();
    builtTypes();
    folder = temporaryFolder();
    const modules = join(folder, 'node_modules');
    const packed = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
    execFileSync('npm', packed, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    mkdirSync(modules);
    execFileSync('tar', ['xzf', join(folder, `verbatim-${manifest.version}.tgz`), '-C', modules]);
    renameSync(join(modules, 'package'), join(modules, 'verbatim'));
    for (const name of [...Object.keys(manifest.dependencies), '@types/node']) {
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'program.ts'), program);
    writeFileSync(join(folder, 'history.ts'), replaying);
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const options = [
      '--strict',
      '--noEmit',
      'false',
      '--target',
      'es2023',
      '--module',
      'nodenext',
      '--types',
      'node',
      '--checkers',
      '1',
    ];
    const compiled = [compiler, ...options, 'program.ts', 'history.ts'];
    const env = { ...process.env, GOGC: 'off' };
    execFileSync(process.execPath, compiled, { cwd: folder, env, stdio: ['ignore', 2, 2] });
    server = await startChild(join(folder, 'data'), {}, join(modules, 'verbatim/bin/verbatim.js'));
  });

  after(async () => expect(await server.interrupt()).to.equal(0));

  it('has a client with the types of the API', async () => {
    const { email, api_key, full_name } = server.as('member').account;
    const zuliprc = `[api]\nsite=${server.base}\nemail=${email}\nkey=${api_key}\n`;
    const child = spawn(process.execPath, ['program.js', zuliprc], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const printed = JSON.parse(await text(child.stdout)) as unknown[];
    expect(printed.slice(1)).to.deep.equal([full_name, 1, 'function']);
  });

  it('replays an export in a separate program, with types', async () => {
    const printed = execFileSync(process.execPath, ['history.js', await exportedFile()], { cwd: folder });
    expect(JSON.parse(String(printed))).to.deep.equal(['one, better', 'messages']);
  });

  it('serves from an otherwise empty folder', async () => {
    // So long a text is rendered on the worker thread, which is a file of its own.
    const content = 'a [link](http://a.example/) and *emphasis* '.repeat(200);
    const member = server.as('member');
    const { body } = await member.post('/messages', { type: 'stream', to: 'general', topic: 'long', content });
    expect(body).to.include({ result: 'success' });
    const read = await member.get(`/messages/${body.id}`);
    expect(read.body).to.include({ result: 'success' });
    // The web page, and the script that it names.
    const page = await (await fetch(`${server.base}/`)).text();
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
    expect((await fetch(`${server.base}${script}`)).headers.get('content-encoding')).to.be.oneOf(['br', 'gzip']);
    expect(server.lines.filter((line) => line.includes('Warning'))).to.deep.equal([]);
  });
});
