/** `verbatim rebuild --verify` on a whole service, whose answers are changed to show what it finds. */
import { expect } from 'chai';
import { perform } from '../../src/cli/control-socket.ts';
import { rebuild } from '../../src/cli/rebuild.ts';
import type { CommandContext } from '../../src/cli/subcommand.ts';
import { replayTools } from '../../src/replay-tools.ts';
import { runningServer, startServer, type TestServer } from '../support/server.ts';

describe('rebuild --verify', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
    await server.as('member').post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'words' });
  });
  after(() => server.stop());

  /** Its output or error when `alter` changes the lines of each page of a model. */
  async function verified(names: string, alter: (lines: readonly string[]) => readonly string[]): Promise<string> {
    const models = names.split(' ');
    const printed: string[] = [];
    const context = {
      config: server.application.services.config,
      replayTools: async () => replayTools,
      print: (line: string) => void printed.push(line),
      notify: () => undefined,
      withData: (body) =>
        body(async (task, values, notify) => {
          const reply = await perform(task, values, server.application, notify);
          return reply.ok && task.name === 'rebuild page' ? { ok: true, lines: alter(reply.lines) } : reply;
        }),
    } as Pick<CommandContext, 'config' | 'replayTools' | 'print' | 'notify' | 'withData'> as CommandContext;
    try {
      await rebuild.run(context, { verify: true, model: models });
      return printed.join('\n');
    } catch (error) {
      return String(error);
    }
  }

  it('finds them equal, also while the service writes', async () => {
    const writing = async (): Promise<string> => {
      const answer = verified('messages', (lines) => lines);
      await server.as('member').post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'more' });
      return answer;
    };
    expect(await writing()).to.match(/^model=messages documents=\d+ equal$/);
  });

  it('compares only the named read models, and lists the existing ones', async () => {
    const equal = /^model=users documents=\d+ equal\nmodel=messages documents=\d+ equal$/;
    expect(await verified('messages users', (lines) => lines)).to.match(equal);
    expect(await verified('messages nothing', (lines) => lines)).to.match(
      /^WrongValue: model: there is no read model nothing: realms, users, /,
    );
  });

  it('names the first document that differs, and its fields, without their content', async () => {
    const changed = (lines: readonly string[]) =>
      lines.map((line) => line.replace('"content":"words"', '"content":"other"'));
    expect(await verified('messages', changed)).to.equal('Differs: messages 1.1 differs in content');
  });

  it('finds documents that do not follow from the log, and missing ones', async () => {
    const more = (lines: readonly string[]) => [...lines, ...(lines.length > 1 ? ['["1.99999",{}]'] : [])];
    expect(await verified('messages', more)).to.equal(
      'Differs: messages: 1.99999 is in use, but the rebuild has no document in its place',
    );
    const fewer = (lines: readonly string[]) => lines.slice(0, 1);
    expect(await verified('messages', fewer)).to.match(
      /^Differs: messages 1\.1\S* is missing in the read model in use$/,
    );
  });
});

describe('rebuild', () => {
  const server = runningServer();

  const rebuilt = async (values: Readonly<Record<string, unknown>>): Promise<string> => {
    const printed: string[] = [];
    const context = {
      replayTools: async () => replayTools,
      print: (line: string) => void printed.push(line),
      notify: (line: string) => void (line.startsWith('rebuilt: ') || printed.push(line)),
      withData: (body) => body((task, asked, notify) => perform(task, asked, server.application, notify)),
    } as Pick<CommandContext, 'replayTools' | 'print' | 'notify' | 'withData'> as CommandContext;
    return rebuild.run(context, values).then(() => printed.join('\n'), String);
  };

  it('replaces the read models in use with new ones, and reports what it did', async () => {
    expect(await rebuilt({})).to.match(/^events=\d+ position=\d+ seconds=\d+\.\d exchanged$/);
    const sent = await server
      .as('member')
      .post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'x' });
    expect((await server.as('member').get(`/messages/${sent.body.id}/history`)).status).to.equal(200);
  });

  it('rebuilds all read models if only some are named, and says so', async () => {
    expect(await rebuilt({ model: ['messages', 'users'] })).to.match(
      /^all read models share one checkpoint: they are built together\nevents=\d+ .* exchanged$/,
    );
    expect(await rebuilt({ model: ['nothing'] })).to.match(/^WrongValue: model: there is no read model nothing: /);
  });

  it('is refused while another is under way', async () => {
    const both = await Promise.all([server.application.rebuild(() => undefined), rebuilt({})]);
    expect(both[1]).to.match(/being rebuilt already/);
  });
});
