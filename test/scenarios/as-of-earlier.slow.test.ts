/**
 * Random writes are made, and answers are recorded after each. As of these moments the same answers are returned, except that deleted or
 * erased content is absent.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { builtProgram, builtReplica } from '../support/built-program.ts';
import { type AccountName, type Client, type Loose, list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { filesHolding } from '../support/files-holding.ts';
import { perform, write } from '../support/perform-write.ts';
import { runningServer, testSecret } from '../support/server.ts';
import { isEmbedded, storesFor } from '../support/test-stores.ts';

const listing = { anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown: false };

/** What is asked after each write, in the order of `viewers`. */
const questions: readonly (readonly [path: string, parameters: Readonly<Record<string, unknown>>])[] = [
  ['/messages', listing],
  ['/users', { include_custom_profile_fields: true }],
  ['/users/me', {}],
  ['/streams', { include_all_active: false }],
  ['/users/me/subscriptions', { include_subscribers: true }],
  ['/user_groups', {}],
  ['/bots', {}],
  ['/realm/profile_fields', {}],
  ['/realm/emoji', {}],
  ['/attachments', {}],
];
const viewers: readonly AccountName[] = ['owner', 'member', 'guest'];

/** Other stores differ from the embedded ones only in how the log is read, for which one moment is enough. Each comparison takes a replica. */
const moments = isEmbedded ? 2 : 1;
/** Writes from one moment to the next: enough in all for several copies. */
const writesBetween = 32 / moments;

type Answered = { readonly moment: string; readonly answers: readonly unknown[] };

describe('answers of earlier moments', function () {
  this.timeout(500_000);
  /** Copies are made by a start, and only where `eventsMin` is small. */
  const pace = { eventsMin: 1e9, pauseMs: 10, erasedPauseMs: 1e9, onPrepared: (): void => undefined };
  const server = runningServer(
    { VERBATIM_REQUESTS_PER_MINUTE_MAX: '1000000' },
    { sizes: { pastCopies: pace, replicaProgram: builtReplica() } },
  );
  const auditor = server.as('owner');
  before(async () => {
    succeeded(await auditor.post('/audit/auditors', { user_id: auditor.account.user_id, reason: 'review' }));
  });

  const trail = async (parameters: Readonly<Record<string, unknown>>): Promise<Loose[]> =>
    list(succeeded(await auditor.get('/audit/events', { ...parameters, reason: 'r' })).records);

  async function answers(moment?: string): Promise<unknown[]> {
    const all: unknown[] = [];
    for (const viewer of viewers)
      for (const [path, parameters] of questions) {
        const { status, body } = await auditor.get(path, parameters, {
          'Audit-Reason': 'r',
          'Verbatim-As-User': String(server.as(viewer).account.user_id),
          ...(moment !== undefined && { 'Verbatim-As-Of': moment }),
        });
        all.push({ viewer, path, status, body });
      }
    return all;
  }

  /** The answers of one moment. Where something happened while they were asked for, they are asked for again. */
  async function answered(): Promise<Answered> {
    for (;;) {
      const moment = String((await trail({ limit: 1 }))[0]?.id);
      const found = await answers();
      const since = await trail({ since: moment, order: 'asc', limit: 1000 });
      if (since.every(({ action }) => String(action) === 'access.recorded')) return { moment, answers: found };
    }
  }

  async function restartedWithCopies(): Promise<void> {
    pace.eventsMin = 40;
    const made = new Promise<void>((resolve) => {
      pace.onPrepared = resolve;
    });
    await server.restart();
    await made;
    pace.eventsMin = 1e9;
  }
  const folder = (): string => join(server.data, 'past-copies');
  const copies = (): string[] => (existsSync(folder()) ? readdirSync(folder()).filter((name) => !/\./.test(name)) : []);
  const begunAtCopies = async (): Promise<number> =>
    Number(/^verbatim_pasts_begun_at_copies_total (\d+)$/m.exec(await server.application.watch.metrics.text())?.[1]);

  it('are the same as at that time, without what was deleted or erased since, from the first event and from copies', async () => {
    const content = 'Amaranth-past-1';
    const kept = succeeded(
      await auditor.post('/messages', { type: 'stream', to: 'general', topic: 't', content: content }),
    );
    // The same writes each time.
    const writes = fc.sample(write, { numRuns: writesBetween * moments, seed: 17 });
    const recorded: Answered[] = [];
    for (const [index, one] of writes.entries()) {
      await perform(server, one);
      await says(server.as(one.by), index);
      if (index % writesBetween === writesBetween - 1) recorded.push(await answered());
    }
    const deleted = new Set((await trail({ action: 'message.deleted', limit: 1000 })).map(objectId));
    const compare = async (moments: readonly Answered[]): Promise<void> => {
      for (const { moment, answers: then } of moments)
        expect(await compared(moment, deleted)).to.deep.equal(then.map((one) => without(one, deleted)));
    };
    await compare(recorded.slice(0, 1));
    expect(copies()).to.deep.equal([]);

    await restartedWithCopies();
    expect(copies()).to.have.length.greaterThan(2);
    await compare(recorded.slice(-1));
    expect(await begunAtCopies()).to.equal(1);
    if (isEmbedded) expect(filesHolding(folder(), content)).to.have.length(copies().length);

    const { messages } = succeeded(await auditor.get('/messages', listing));
    const [first, ...others] = list(messages).map(({ id }) => Number(id));
    expect(first).to.equal(Number(kept.id));
    succeeded(await auditor.delete(`/messages/${first}`));
    await server.application.caughtUp();
    await server.application.scrub();
    expect(filesHolding(folder(), content)).to.deep.equal([]);
    if (isEmbedded) expect(filesHolding(server.data, content)).to.deep.equal([]);
    await erased(others.slice(0, 3));
    for (const id of [first ?? 0, ...others.slice(0, 3)]) deleted.add(id);
    await restartedWithCopies();
    await compare(recorded.slice(0, 1));
    expect(await begunAtCopies()).to.equal(1);
  });

  // The copies are files of their own, whatever stores there are.
  if (isEmbedded)
    it('do not begin at a copy that was interrupted by kill -9, and the copy is made again', async () => {
      const [newest] = await trail({ limit: 1 });
      const then = succeeded(await auditor.get('/messages', listing)).messages;
      await server.stop();
      rmSync(folder(), { recursive: true });
      mkdirSync(folder());
      const halves = (): string[] => readdirSync(folder()).filter((name) => name.endsWith('.partial'));
      builtProgram();
      const env = {
        ...process.env,
        ...storesFor(server.data),
        VERBATIM_DATA: server.data,
        VERBATIM_PORT: '0',
        VERBATIM_LOG_LEVEL: 'silent',
        VERBATIM_SECRET: testSecret,
      };
      // On a busy machine a copy may be whole before the signal arrives.
      while (halves().length === 0) {
        const watching = watch(folder());
        const child = spawn(process.execPath, [join(import.meta.dirname, 'copies-child.js')], {
          env,
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        watching.on('change', (_kind, name) => String(name).endsWith('.partial') && child.kill('SIGKILL'));
        await once(child, 'exit');
        watching.close();
      }
      await server.start();
      expect(halves()).to.deep.equal([]);
      await restartedWithCopies();
      expect(copies()).to.have.length.greaterThan(2);
      const asOf = { 'Audit-Reason': 'r', 'Verbatim-As-Of': String(newest?.id) };
      expect(succeeded(await auditor.get('/messages', listing, asOf)).messages).to.deep.equal(then);
      expect(await begunAtCopies()).to.be.greaterThan(0);
    });

  /** Somebody writes, and edits what they wrote before. */
  const says = async (client: Client, index: number): Promise<void> => {
    const to = index % 4 === 0 ? { type: 'private', to: [auditor.account.user_id] } : { type: 'stream', to: 'general' };
    const sent = await client.post('/messages', { ...to, topic: `t${index % 3}`, content: `words ${index}` });
    if (index % 3 > 0) return;
    await client.patch(`/messages/${sent.body.id}`, { content: `other words ${index}` });
    await auditor.post(`/messages/${sent.body.id}/reactions`, { emoji_name: 'tada' });
  };

  /** Resolves when it is done. */
  const erased = async (ids: readonly number[]): Promise<void> => {
    const asked = await auditor.post('/audit/erasures', { reason: 'r', basis: 'a request', message_ids: ids });
    expect(asked.status).to.equal(202);
    const { news } = server.application.services;
    for (;;) {
      const next = news.next(1 as RealmId, new AbortController().signal);
      const { erasure } = succeeded(await auditor.get(`/audit/erasures/${asked.body.id}`, { reason: 'r' }));
      if (String((erasure as Loose).state) === 'completed') return;
      await next;
    }
  };

  const compared = async (moment: string, deleted: ReadonlySet<number>): Promise<unknown[]> =>
    (await answers(moment)).map((one) => without(one, deleted));
});

const objectId = ({ object }: Loose): number => Number((object as Loose | undefined)?.id);

/** Ids of messages that may be gone: the newest one, and the first one of a stream. */
const ofMessages = new Set(['max_message_id', 'first_message_id']);

/** An answer without messages that were deleted, and without ids that are others because of that. */
const without = (answer: unknown, deleted: ReadonlySet<number>): unknown =>
  JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => {
      if (key === 'messages' && Array.isArray(value)) return value.filter(({ id }) => !deleted.has(Number(id)));
      return deleted.size > 0 && ofMessages.has(key) ? undefined : value;
    }),
  );
