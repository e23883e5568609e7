/** Retention with old messages in the log: what it announces, erases and skips, and what is recorded. */
import { expect } from 'chai';
import { retention } from '../../src/cli/retention.ts';
import { stamped } from '../../src/engine/decide/stamp.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { ChannelId, MessageId, RealmId, UserId } from '../../src/vocabulary/ids.ts';
import { type LogStream, logStream } from '../../src/vocabulary/log-streams.ts';
import type { Place } from '../../src/vocabulary/places.ts';
import { type Client, type Loose, list } from '../support/client.ts';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { filesHolding } from '../support/files-holding.ts';
import { runningServer } from '../support/server.ts';
import { embedded } from '../support/test-stores.ts';
import { text } from '../support/text.ts';

const reason = 'Yearly review';
const dayMs = 24 * 60 * 60 * 1000;
const realmId = 1 as RealmId;

describe('retention', () => {
  const server = runningServer(embedded);
  const auditor = server.as('owner');
  const member = server.as('member');
  let channelId: ChannelId;
  before(async () => {
    succeeded(await auditor.post('/audit/auditors', { user_id: auditor.account.user_id, reason }));
    channelId = Number(succeeded(await member.get('/get_stream_id', { stream: 'general' })).stream_id) as ChannelId;
  });

  /** Appended to the log as if it had happened this many days ago. */
  async function happenedBefore(
    days: number,
    stream: LogStream,
    event: DomainEvent,
    actor: number | null,
  ): Promise<void> {
    const { log } = server.application;
    const [last] = await log.readStream(stream, { direction: 'backward', limit: 1 });
    const stamp = { actor: actor as UserId | null, at: Date.now() - days * dayMs, client: 'website', requestId: 'r' };
    const { ok } = await log.append(stream, stamped([event], stamp), last?.revision ?? 'none');
    expect(ok).to.equal(true);
    await server.application.caughtUp();
  }

  async function sendDaysAgo(days: number, content: string, by: Client, place: Place): Promise<number> {
    const messageId = (server.application.services.realm(realmId).topics.lastMessageId + 1) as MessageId;
    const data = {
      messageId,
      senderId: by.account.user_id as UserId,
      place,
      text: text(content),
      topicLinks: [],
      alsoTo: [],
    };
    const sent = { type: 'MessageSent', data } as DomainEvent;
    await happenedBefore(days, logStream.message(realmId, messageId), sent, by.account.user_id);
    return messageId;
  }

  const inChannel = (): Place => ({ kind: 'channel', channelId, topic: 'old' });
  const keptFor = (days: number, ago: number) =>
    happenedBefore(
      ago,
      logStream.channels(realmId),
      { type: 'ChannelRetentionChanged', data: { channelId, retentionDays: days } },
      auditor.account.user_id,
    );
  const run = async (dryRun: boolean): Promise<string[]> => {
    const made = await retention.perform(server.application, { realm: 'dev', 'dry-run': dryRun }, () => undefined);
    return 'lines' in made ? [...made.lines] : [...made];
  };
  const isThere = async (id: number): Promise<boolean> => (await member.get(`/messages/${id}`)).status === 200;

  it('reports that nothing is erased if everything is kept for ever', async () => {
    expect(await run(true)).to.deep.equal(['every message is kept for ever']);
  });

  it('reports what will be erased, erases that and nothing else, and leaves a certificate', async () => {
    const word = 'Vermilion-Retention';
    const queue = succeeded(await auditor.post('/register', { event_types: ['delete_message'] }));
    const old = [
      await sendDaysAgo(40, `${word} 1`, member, inChannel()),
      await sendDaysAgo(31, `${word} 2`, member, inChannel()),
    ];
    const held = await sendDaysAgo(39, 'held words', server.as('admin'), inChannel());
    const young = await sendDaysAgo(29, 'young words', member, inChannel());
    const place: Place = {
      kind: 'private',
      userIds: [auditor.account.user_id, member.account.user_id].sort((a, b) => a - b) as UserId[],
    };
    const aside = await sendDaysAgo(50, 'private words', member, place);
    const hold = { name: 'Case 1', reason, stream_ids: [channelId], since: daysAgo(39.5), until: daysAgo(38.5) };
    const { id: holdId } = succeeded(await auditor.post('/audit/holds', hold));
    await keptFor(30, 2);
    const [line = '', ...others] = await run(true);
    expect(others).to.deep.equal([]);
    expect(line).to.match(
      /^stream="general" days=30 until=\S+ messages=2 events=2 bytes=[1-9][0-9]+ held=1 oldest=\S+ from=\S+$/,
    );
    expect(await isThere(old[0] ?? 0)).to.equal(true);
    expect(await run(false)).to.deep.equal(['stream="general" messages=2']);
    await server.application.caughtUp();
    for (const id of old) expect(await isThere(id)).to.equal(false);
    for (const id of [held, young, aside]) expect(await isThere(id)).to.equal(true);
    const polled = succeeded(await auditor.get('/events', { ...only(queue), dont_block: true }));
    expect(list(polled.events).map(({ message_id }) => message_id)).to.have.members(old);
    await server.application.scrub();
    await server.application.scrub();
    expect(filesHolding(server.data, word)).to.deep.equal([]);
    const [erasure] = list(succeeded(await auditor.get('/audit/erasures', { reason })).erasures);
    expect(erasure).to.deep.include({
      state: 'completed',
      requested_by: null,
      retention_days: 30,
      messages: 2,
      held: 1,
    });
    const { certificate } = succeeded(await auditor.get(`/audit/erasures/${erasure?.id}/certificate`, { reason }));
    expect(certificate).to.deep.include({
      retention_days: 30,
      messages: 2,
      held: 1,
      basis: 'message_retention_days: 30',
    });
    // What was held goes with the next run after the hold has ended, which is a day away.
    succeeded(await auditor.delete(`/audit/holds/${holdId}`, { reason }));
    const [next = ''] = await run(true);
    expect(next).to.match(/ messages=1 .* held=0 /);
    expect((await run(false))[0]).to.match(/^stream="general" not before /);
    const records = list(
      succeeded(await auditor.get('/audit/events', { action: 'erasure.', actor: 'service' })).records,
    );
    expect(records.map(({ action }) => action)).to.include.members(['erasure.requested', 'erasure.completed']);
  });

  it("applies to private messages by the organization's setting, a day after it was set", async () => {
    const place: Place = { kind: 'private', userIds: [member.account.user_id as UserId] };
    const aside = await sendDaysAgo(60, 'to myself', member, place);
    succeeded(await auditor.patch('/realm', { message_retention_days: 45 }));
    const [first = ''] = await run(true);
    expect(first).to.match(/^private messages days=45 .* messages=2 /);
    expect((await run(false))[0]).to.match(/^private messages not before /);
    expect(await isThere(aside)).to.equal(true);
    await happenedBefore(
      2,
      logStream.channels(realmId),
      {
        type: 'RealmSettingsChanged',
        data: { settings: { message_retention_days: 45 }, previous: { message_retention_days: -1 } },
      },
      null,
    );
    expect((await run(false))[0]).to.equal('private messages messages=2');
    await server.application.caughtUp();
    expect(await isThere(aside)).to.equal(false);
  });

  it('cannot be requested as an erasure of private messages', async () => {
    badRequest(
      await auditor.post('/audit/erasures', { reason, basis: 'x', until: '2026-01-01' }),
      "'topic' and 'until' need 'stream_id'",
    );
  });
});

const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();

const only = ({ queue_id, last_event_id }: Loose) => ({ queue_id, last_event_id });
