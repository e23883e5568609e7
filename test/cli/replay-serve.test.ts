/** `verbatim replay --serve`, on an export and on a live log: what it answers, and to whom. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { exportTo } from '../../src/audit/export.ts';
import { perform } from '../../src/cli/control-socket.ts';
import { servePast } from '../../src/cli/replay/serving-past.ts';
import type { CommandContext } from '../../src/cli/subcommand.ts';
import { replayTools } from '../../src/replay-tools.ts';
import { runningServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { withResolvers } from '../support/with-resolvers.ts';

type Answered = { readonly status: number; readonly body: Record<string, unknown>; readonly asOf: string | null };
type Ask = (
  path: string,
  options?: { name?: string; password?: string; method?: string; headers?: object },
) => Promise<Answered>;

describe('replay --serve', () => {
  const server = runningServer();
  let file: string;
  let memberId: string;
  before(async () => {
    const member = server.as('member');
    memberId = String((await member.get('/users/me')).body.user_id);
    for (const content of ['first', 'second'])
      await member.post('/messages', { type: 'stream', to: 'general', topic: 't', content });
    await member.patch('/messages/1', { content: 'first, better' });
    file = join(temporaryFolder(), 'export.ndjson');
    await exportTo(server.application.log, { realm: 'all', path: file });
  });

  const context = (printed: string[], onPrinted: () => void): CommandContext =>
    ({
      config: server.application.services.config,
      replayTools: async () => replayTools,
      print: (line: string) => {
        printed.push(line);
        onPrinted();
      },
      notify: () => undefined,
      withData: (body) => body((task, values, notify) => perform(task, values, server.application, notify)),
    }) as Pick<CommandContext, 'config' | 'replayTools' | 'print' | 'notify' | 'withData'> as CommandContext;

  /** Serves until `body` is over. */
  async function serving(values: Record<string, unknown>, body: (ask: Ask) => Promise<void>): Promise<void> {
    const printed: string[] = [];
    const { promise: over, resolve: end } = withResolvers();
    const { promise: up, resolve: isUp } = withResolvers();
    const served = servePast(context(printed, isUp), values, () => over);
    await Promise.race([up, served]);
    const [, url = '', key = ''] = /^url=(\S+) key=(\S+)$/.exec(printed[0] ?? '') ?? [];
    try {
      await body(async (path, { name = memberId, password = key, method = 'GET', headers = {} } = {}) => {
        const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
        const response = await fetch(`${url}${path}`, { method, headers: { authorization, ...headers } });
        return {
          status: response.status,
          body: (await response.json()) as Record<string, unknown>,
          asOf: response.headers.get('verbatim-as-of'),
        };
      });
    } finally {
      end();
      await served;
    }
  }

  const refused = (values: Record<string, unknown>): Promise<string> =>
    serving(values, async () => undefined).then(
      () => 'served',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  const contents = ({ body }: Answered): unknown[] =>
    (body.messages as { content: string }[] | undefined)?.map(({ content }) => content) ?? [body];
  const newest = '/messages?anchor=newest&num_before=10&num_after=0&apply_markdown=false';

  it('answers as it was at the moment, for the named user', async () => {
    const { appended } = server;
    await serving({ export: file, until: undefined }, async (ask) => {
      expect(contents(await ask(newest))).to.deep.equal(['first, better', 'second']);
      expect((await ask('/users/me')).body).to.include({ user_id: Number(memberId) });
      expect((await ask('/users/me', { headers: { 'Verbatim-As-User': '1' } })).body).to.include({ user_id: 1 });
      expect((await ask('/audit/events?include_content=true&limit=3')).body.records).to.have.length(3);
      const registered = await ask('/register', { method: 'POST' });
      expect(registered.body).to.include({ result: 'success', queue_id: null });
    });
    expect(server.appended).to.equal(appended);
  });

  it('ends at the moment on a live log, and records the look first', async () => {
    const auditor = server.as('owner');
    await auditor.post('/audit/auditors', { user_id: (await auditor.get('/users/me')).body.user_id, reason: 'r' });
    const { body } = await auditor.get('/audit/events', { action: 'message.sent', limit: 1, reason: 'r' });
    const [sent] = body.records as unknown as { id: string }[];
    await serving({ until: sent?.id, reason: 'Case 4711' }, async (ask) => {
      const answer = await ask(newest);
      expect(contents(answer)).to.deep.equal(['first', 'second']);
      expect(answer.asOf).to.match(new RegExp(`^${sent?.id}; position=\\d+; at=`));
    });
    const accesses = await auditor.get('/audit/events', {
      action: 'access.',
      limit: 10,
      include_content: true,
      reason: 'r',
    });
    expect(JSON.stringify(accesses.body)).to.include('Case 4711');
  });

  it('answers nobody without the key, and does nothing', async () => {
    await serving({ export: file }, async (ask) => {
      expect((await ask('/users', { password: 'wrong' })).status).to.equal(401);
      expect((await ask('/users', { name: 'x' })).status).to.equal(400);
      expect((await ask('/users', { name: '99999' })).status).to.equal(400);
      expect(await ask('/messages', { method: 'POST' })).to.deep.include({ status: 405 });
      expect((await ask('/events')).body).to.include({ code: 'READ_ONLY_PAST' });
      expect((await ask('/users', { headers: { 'Verbatim-As-Of': '2026-01-01' } })).status).to.equal(400);
      expect((await ask('/nothing')).status).to.equal(404);
    });
  });

  it('refuses a port in use, a moment outside the history, and a look without a reason', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      expect(await refused({ export: file, port: String(port) })).to.equal(
        `WrongValue: port: ${port} is in use: name another one`,
      );
    } finally {
      other.close();
    }
    expect(await refused({ export: file, port: '65536' })).to.match(/^WrongValue: port: must be a whole number/);
    expect(await refused({ export: file, until: '2020-01-01' })).to.match(/^WrongValue: until: the moment is before/);
    expect(await refused({ export: file, realm: 'none' })).to.match(
      /^WrongValue: realm: there is no organization none/,
    );
    expect(await refused({ export: `${file}.not` })).to.match(/^WrongValue: export: there is no file/);
    expect(await refused({})).to.match(/^UsageError: --reason is missing/);
  });
});
