/**
 * An organization moves to another server: what was written over HTTP is exported and imported into an empty data folder. Every request is
 * answered there as before. The import sends no message and calls no webhook.
 */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { type Loose, list } from '../support/client.ts';
import { engineIn, everythingIn } from '../support/engine.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { embedded } from '../support/test-stores.ts';
import { type BotServer, botServer } from '../webhooks/bot-server.ts';
import { exported, historyIn, imported, importedInto, numberIn } from './moving-support.ts';
import { everyAnswer, live } from './organization-history.ts';
import { verified } from './sealed-past.ts';

/** The host name for clients, wherever it runs. The address of the server is not part of the data. */
const VERBATIM_PUBLIC_URL = 'https://chat.example';

async function checkpointOf(server: TestServer): Promise<string> {
  const { account } = server.as('owner');
  const authorization = `Basic ${Buffer.from(`${account.email}:${account.api_key}`).toString('base64')}`;
  const answer = await fetch(`${server.base}/api/v1/audit/ledger/checkpoint`, { headers: { authorization } });
  return answer.text();
}

describe('an organization moved to another server', () => {
  const file = join(temporaryFolder(), 'dev.ndjson');
  const there = temporaryFolder();
  let bot: BotServer;
  let here: TestServer;
  let home: TestServer;
  let answers: Record<string, Loose>;
  let checkpoint = '';
  let events = 0;
  let upTo = 0;

  before(async function () {
    this.timeout(120_000);
    bot = await botServer((_request, response) => response.end('{"content":"an answer"}'));
    here = await startServer({ ...embedded, VERBATIM_PUBLIC_URL });
    await live(here, bot.url);
    answers = await everyAnswer(here);
    // Twice: what is sealed is followed by the event that says so.
    for (let round = 0; round < 2; round += 1) await here.application.scrub();
    checkpoint = await checkpointOf(here);
    const lines = await exported(here.application, { realm: 'dev', out: file });
    [events, upTo] = [numberIn(lines, 'events'), numberIn(lines, 'up_to')];
    await here.stop();
    expect(numberIn(await importedInto(there, file), 'events_imported')).to.equal(events);
    home = await startServer({ ...embedded, VERBATIM_DATA: there, VERBATIM_PUBLIC_URL });
  });
  after(async () => {
    await home.stop();
    await bot.close();
  });

  it('begins a ledger of its own that names the last checkpoint of the old one', async () => {
    expect(checkpoint).to.match(/^chat\.example\/audit\/dev\n[1-9]/);
    await home.restart();
    await home.application.scrub();
    const { body } = await home.as('owner').get('/audit/ledger/key');
    expect(body).to.include({ previous: checkpoint });
    expect(await checkpointOf(home)).to.not.equal(checkpoint);
  });

  it('keeps every event, its id, its time, and their order', async () => {
    await home.stop();
    const history = await historyIn(there);
    expect(history).to.deep.equal(await historyIn(here.data, upTo));
    expect(history).to.have.length(events);
    const log = await openLmdbEventLog(join(there, 'log'));
    const { findings } = await verified(log, { kept: `${checkpoint}\n` });
    await log.close();
    const wrong = findings.filter(({ kind }) => kind === 'CHANGED' || kind === 'MISSING');
    expect(wrong.map(({ why }) => why)).to.have.length(1);
    expect(wrong[0]?.why).to.match(/no key of this ledger signed it, so it may be from before the import$/);
    home = await startServer({ ...embedded, VERBATIM_DATA: there, VERBATIM_PUBLIC_URL });
  });

  it('answers every request as before', async () => {
    expect(Object.keys(answers).length).to.be.greaterThan(60);
    const after = await everyAnswer(home);
    for (const [question, answer] of Object.entries(answers)) expect(after[question], question).to.deep.equal(answer);
  });

  it('builds the same read models', async () => {
    await home.stop();
    expect(await readModelsIn(there)).to.deep.equal(await readModelsIn(here.data));
    home = await startServer({ ...embedded, VERBATIM_DATA: there, VERBATIM_PUBLIC_URL });
  });

  it('is not imported a second time, even while the server runs', async () => {
    const tail = await home.application.log.tail();
    const lines = await imported(home.application, file);
    expect([numberIn(lines, 'events_imported'), numberIn(lines, 'events_already_here')]).to.deep.equal([0, events]);
    expect(await home.application.log.tail()).to.equal(tail);
  });

  it('sends no message and calls no webhook because of imported events', async () => {
    await home.restart();
    await home.application.caughtUp();
    expect(bot.received).to.have.length(1);
    expect(await home.application.watch.metrics.text()).to.match(/unfinished_policy_actions 0/);
  });

  it('continues: the next message has the next id, and policies act on new events', async () => {
    const member = home.as('member');
    const known = Object.values(answers).flatMap(({ messages }) => (messages ? list(messages) : []));
    const newest = Math.max(...known.map(({ id }) => Number(id)));
    const sent = await member.post('/messages', { type: 'stream', to: 'general', topic: 'home', content: 'here' });
    expect(sent.body).to.include({ result: 'success', id: newest + 1 });
    const subscribed = await member.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'garden' }],
      announce: true,
    });
    expect(subscribed.body).to.include({ result: 'success' });
    const notices = await member.get('/messages', {
      anchor: 'newest',
      num_before: 2,
      num_after: 0,
      apply_markdown: false,
    });
    expect(list(notices.body.messages).map(({ content }) => content)).to.deep.equal([
      `Stream created by @_**Max Member|${member.account.user_id}**.`,
      `@_**Max Member|${member.account.user_id}** created a new stream #**garden**.`,
    ]);
  });
});

/** The feed is not among them, because event queues end with a move. */
async function readModelsIn(data: string): Promise<object> {
  const engine = await engineIn(data);
  try {
    const { checkpoint: _checkpoint, ...models } = (await everythingIn(engine)) as Record<string, object[]>;
    // The ledger belongs to the log that it was sealed in. Positions are those of the log: the trail holds them, and names know theirs.
    const kept = Object.entries(models).filter(([name]) => !/^(feed|ledger|trail) /.test(name));
    return JSON.parse(JSON.stringify(Object.fromEntries(kept), (key, value) => (key === 'renamedAt' ? 0 : value)));
  } finally {
    await engine.close();
  }
}
