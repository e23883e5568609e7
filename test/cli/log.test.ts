/** `verbatim log`, on a running service and on an export. */
import { join } from 'node:path';
import { expect } from 'chai';
import { exportTo } from '../../src/audit/export.ts';
import { perform } from '../../src/cli/control-socket.ts';
import { log } from '../../src/cli/log.ts';
import type { CommandContext } from '../../src/cli/subcommand.ts';
import { replayTools } from '../../src/replay-tools.ts';
import { runningServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Line = {
  readonly id: string;
  readonly action: string;
  readonly type: string;
  readonly position: number;
  readonly after: Record<string, unknown>;
  readonly data: Record<string, unknown>;
};

describe('verbatim log', () => {
  const server = runningServer();
  let file: string;
  before(async () => {
    const member = server.as('member');
    for (const content of ['first', 'second'])
      await member.post('/messages', { type: 'stream', to: 'general', topic: 't', content });
    await member.patch('/messages/1', { content: 'first, better' });
    expect((await server.as('owner').delete('/messages/2')).body).to.include({ result: 'success' });
    file = join(temporaryFolder(), 'export.ndjson');
    await exportTo(server.application.log, { realm: 'all', path: file });
  });

  /** Its lines; `printed` is called after each. */
  async function lines(
    values: Record<string, unknown>,
    printed: (line: Line) => void = () => undefined,
  ): Promise<Line[]> {
    const all: Line[] = [];
    const context = {
      config: server.application.services.config,
      replayTools: async () => replayTools,
      print: (line: string) => {
        const parsed = JSON.parse(line) as Line;
        all.push(parsed);
        printed(parsed);
      },
      notify: () => undefined,
      withData: (body) => body((task, given, notify, print) => perform(task, given, server.application, notify, print)),
    } as Pick<CommandContext, 'config' | 'replayTools' | 'print' | 'notify' | 'withData'> as CommandContext;
    await log.run(context, values);
    return all;
  }

  const refused = (values: Record<string, unknown>): Promise<string> =>
    lines(values).then(
      () => 'printed',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  const names = (found: readonly Line[]): string[] => found.map(({ action }) => action);

  for (const source of ['a running service', 'an export'])
    describe(`of ${source}`, () => {
      const given = (): Record<string, unknown> =>
        source === 'an export' ? { export: file } : { reason: 'Case 4711' };

      it('prints records, oldest first, with the filters of the trail', async () => {
        const found = await lines({ ...given(), action: 'message.' });
        expect(names(found).sort()).to.deep.equal([
          'message.deleted',
          'message.edited',
          'message.sent',
          'message.sent',
        ]);
        const positions = found.flatMap(({ position }) => position ?? []);
        expect(positions).to.deep.equal(positions.toSorted((one, other) => one - other));
        expect(found[0]?.after).to.not.have.property('content');
        const [shown] = await lines({ ...given(), action: 'message.edited', 'include-content': true });
        expect(shown?.after).to.include({ content: 'first, better' });
        const reversed = await lines({ ...given(), action: 'message.', order: 'desc', limit: '1' });
        expect(names(reversed)).to.deep.equal(names(found).slice(-1));
        expect(await lines({ ...given(), 'object-type': 'message', 'object-id': '1' })).to.have.length(2);
      });

      it('prints events as they are stored', async () => {
        const found = await lines({ ...given(), action: 'message.', raw: true });
        expect(found.map(({ type }) => type)).to.deep.equal(['MessageSent', 'MessageEdited', 'MessageDeleted']);
        expect(JSON.stringify(found[0]?.data)).to.include('first');
        expect(await lines({ ...given(), raw: true, limit: '2' })).to.have.length(2);
      });

      it('reports what is wrong with a filter', async () => {
        const wrong = async (values: Record<string, unknown>) => refused({ ...given(), ...values });
        expect(await wrong({ since: '5' })).to.match(/^WrongValue: since: must be a time in ISO 8601/);
        expect(await wrong({ until: `position:${Number.MAX_SAFE_INTEGER}` })).to.equal(
          'UsageError: --until is no moment of this organization',
        );
        expect(await wrong({ since: '01a209fe-71d3-7461-8e49-9d3e74509800' })).to.match(
          /^UsageError: --since is no moment/,
        );
        expect(await wrong({ action: 'nothing' })).to.match(/^WrongValue: action: must be an action, a prefix/);
        expect(await wrong({ realm: 'none' })).to.match(/^\w+: (--)?realm: there is no organization none/);
        expect(await wrong({ order: 'up' })).to.equal('UsageError: --order must be asc or desc');
        expect(await wrong({ limit: 'x' })).to.match(/^WrongValue: limit: must be a whole number/);
        expect(await wrong({ raw: true, order: 'desc' })).to.match(/^UsageError: --raw prints events in their order/);
        expect(await wrong({ follow: true, order: 'desc' })).to.match(/^UsageError: --follow /);
        expect(await wrong({ follow: true, until: '2026-11-22' })).to.match(/^UsageError: --follow /);
      });
    });

  describe('of a running service alone', () => {
    it('records its own look, and requires a reason for content', async () => {
      expect(await refused({ raw: true })).to.match(/^UsageError: --reason is missing/);
      expect(await refused({ 'include-content': true })).to.match(/^UsageError: --reason is missing/);
      const looks = await lines({ action: 'access.', 'include-content': true, reason: 'Case 4712' });
      expect(looks.at(-1)?.after).to.include({ operation: 'verbatim log', reason: 'Case 4712', content: true });
    });

    it('follows new records, except for its own look', async () => {
      const send = () =>
        server.as('member').post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'later' });
      const newest = (await lines({ order: 'desc', limit: '1' }))[0];
      let sent: Promise<unknown> = Promise.resolve();
      const values = { since: newest?.id, action: '["message.","access."]', follow: true, limit: '3' };
      const first = send();
      const found = await lines(values, () => {
        sent = sent.then(send);
      });
      await Promise.all([first, sent]);
      expect(names(found)).to.deep.equal(['message.sent', 'message.sent', 'message.sent']);
      expect(found.map(({ position }) => position)).to.deep.equal(
        [...new Set(found.map(({ position }) => position))].sort((one, other) => one - other),
      );
      expect(await refused({ export: file, follow: true })).to.match(/^UsageError: --follow needs a live log/);
    });
  });
});
