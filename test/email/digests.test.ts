import { expect } from 'chai';
import { digestText } from '../../src/email/digest-text.ts';
import { digests } from '../../src/email/digests.ts';
import type { Email } from '../../src/email/mailer.ts';
import { FairSemaphore } from '../../src/engine/fair-semaphore.ts';
import type { Missed } from '../../src/queries/missed-messages.ts';
import { emptyServer } from '../../src/state/realm-state.ts';
import type { MessageId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId, recorded, stateAfter, testNow } from '../support/given.ts';
import { organization } from '../support/organization.ts';
import { between, opened, sends } from '../support/past-events.ts';
import { deactivated, realmDeactivated, sets, settingsChanged } from '../support/writes.ts';

const past = [...organization(), opened(1, 'general', [1, 3])];
const emailedUpTo = (id: number, upTo: number, at: number): Given =>
  happened(
    logStream.user(realmId, id as UserId),
    'MissedMessagesEmailed',
    { userId: id as UserId, upTo: upTo as MessageId },
    { at },
  );
const message = (messageId: number, more: object) =>
  ({ messageId, senderId: 1, content: `words ${messageId}`, participants: [1, 3], ...more }) as never;
const two: Missed = {
  count: 3,
  newest: 9 as MessageId,
  shown: [message(8, {}), message(9, { channelId: 1, topic: 'Lunch', participants: undefined })],
};

/** Performs the action of user 3 about message 5, which was sent at `testNow`. */
async function performDigest(
  more: readonly Given[],
  {
    now = testNow + 10_000,
    missed = [two] as (Missed | undefined)[],
    emailDelaySecs = 10,
    outages = 0,
    meanwhile = [] as readonly Given[],
  } = {},
) {
  const server = emptyServer();
  server.realms.set(realmId, stateAfter([...past, ...more]));
  const sent: Email[] = [];
  const records: object[] = [];
  const after: number[] = [];
  const quiet = () => undefined;
  let failures = 0;
  const assertReachable = async () => {
    failures += 1;
    if (failures <= outages) throw new Error('away');
  };
  const performer = digests({
    state: server,
    config: { publicUrl: '', domain: 'chat.example', emailDelaySecs },
    now: () => now,
    missed: async (_realmId, _userId, from) => {
      after.push(from);
      return missed[Math.min(after.length, missed.length) - 1];
    },
    async record(_realmId, input) {
      records.push(input);
      const isOvertaken = records.length === 1 && meanwhile.length > 0;
      if (isOvertaken) server.realms.set(realmId, stateAfter([...past, ...more, ...meanwhile]));
      return !isOvertaken;
    },
    mailer: { assertReachable, send: async (email) => void sent.push(email), close: quiet },
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    permits: new FairSemaphore(1, 1, 'busy'),
    pausesMs: [0],
  });
  const [event] = recorded([{ ...sends(5, 1, between(1, 3)), metadata: { at: testNow } }]);
  if (performer.kind !== 'do' || !event) throw new Error('nothing to perform');
  const stop = new AbortController();
  const performing = performer.perform(event, stop.signal, '3');
  // What waits longer than a turn is stopped, unless it is for the mail server.
  if (outages === 0) setImmediate(() => setImmediate(() => setImmediate(() => stop.abort())));
  const waited = await performing.then(
    () => false,
    () => true,
  );
  return { sent, records, after, waited };
}

describe('e-mails about missed messages', () => {
  it('are sent when the time has passed, and recorded', async () => {
    expect((await performDigest([], { now: testNow + 9_999 })).waited).to.equal(true);
    const { sent, records, after } = await performDigest([]);
    expect(sent).to.have.length(1);
    expect(sent[0]).to.include({ to: 'user3@test.example', subject: '3 messages for you' });
    expect(records).to.deep.equal([{ userId: 3, after: 0, upTo: 9 }]);
    expect(new Set(after)).to.deep.equal(new Set([0]));
  });

  it('are sent after the delay if the time of the message is ahead', async () => {
    expect((await performDigest([], { now: testNow - 1e9 })).waited).to.equal(true);
    expect((await performDigest([], { now: testNow - 1e9, emailDelaySecs: 0 })).sent).to.have.length(1);
  });

  it('are not sent about messages that are read, reported already, or older than digestAgeSecsMax', async () => {
    expect((await performDigest([], { missed: [undefined] })).records).to.deep.equal([]);
    expect((await performDigest([emailedUpTo(3, 5, testNow)])).after).to.deep.equal([]);
    const late = testNow + limits.digestAgeSecsMax * 1000 + 10_000;
    expect((await performDigest([], { now: late })).sent).to.have.length(1);
    expect((await performDigest([], { now: late + 1 })).after).to.deep.equal([]);
  });

  it('are written when the server can be reached, about the messages that are still unread', async () => {
    const words = async (missed: (Missed | undefined)[]) =>
      (await performDigest([], { missed, outages: 1 })).sent.map(({ text }) => /words \d/.exec(text)?.[0]);
    const left: Missed = { count: 1, newest: 9 as MessageId, shown: two.shown.slice(1) };
    expect(await words([two, left])).to.deep.equal(['words 9']);
    expect(await words([two, undefined])).to.deep.equal([]);
  });

  it('are written again if another process has sent one about some of the messages', async () => {
    const left: Missed = { count: 1, newest: 9 as MessageId, shown: two.shown.slice(1) };
    const again = await performDigest([], { missed: [two, left], meanwhile: [emailedUpTo(3, 4, testNow - 1)] });
    expect(again.records).to.deep.equal([
      { userId: 3, after: 0, upTo: 9 },
      { userId: 3, after: 4, upTo: 9 },
    ]);
    expect(again.sent.map(({ text }) => /words \d/.exec(text)?.[0])).to.deep.equal(['words 9']);
    expect((await performDigest([], { meanwhile: [emailedUpTo(3, 9, testNow - 1)] })).sent).to.deep.equal([]);
    expect((await performDigest([], { meanwhile: [deactivated(3)] })).sent).to.deep.equal([]);
  });

  it('are sent one at a time', async () => {
    expect((await performDigest([emailedUpTo(3, 4, testNow + 1)])).waited).to.equal(true);
    const { sent, after } = await performDigest([emailedUpTo(3, 4, testNow - 1)]);
    expect([sent.length, new Set(after)]).to.deep.equal([1, new Set([4])]);
  });

  it('are sent to active users who want them', async () => {
    const off = sets(3, { enable_offline_email_notifications: false });
    for (const more of [[off], [deactivated(3)], [realmDeactivated()]])
      expect((await performDigest(more)).sent).to.deep.equal([]);
  });

  it('contain who wrote what in which place, in plain text', () => {
    const text = (more: readonly Given[], missed = two) =>
      digestText(stateAfter([...past, ...more]), 3 as UserId, missed, 'https://test.chat.example').text;
    expect(text([])).to.include('User 1:\n\n  words 8\n').and.include('User 1 in general > Lunch:\n\n  words 9\n');
    expect(text([])).to.include('And 1 more before them.').and.include('https://test.chat.example');
    for (const quiet of [
      settingsChanged({ message_content_allowed_in_email_notifications: false }),
      sets(3, { message_content_in_email_notifications: false }),
    ])
      expect(text([quiet]))
        .to.include('User 1 in general > Lunch:')
        .and.not.match(/words|undefined/);
    expect(text([sets(1, { message_content_in_email_notifications: false })]), 'of somebody else').to.include(
      'words 8',
    );
    const long = {
      count: 1,
      newest: 8 as MessageId,
      shown: [message(8, { content: '😀'.repeat(600), participants: [1, 3, 4] })],
    };
    expect(text([], long))
      .to.include(`  ${'😀'.repeat(500)}…`)
      .and.include('User 1 (also to User 4):');
    const whole = { ...long, shown: [message(8, { content: 'x'.repeat(500), participants: [1, 3] })] };
    expect(text([], whole)).to.include(`  ${'x'.repeat(500)}\n`);
  });

  it('do not let a text look like a message of another user', () => {
    const forged = 'User 2:';
    const ends = ['\n', '\r', '\u2028'];
    const content = ends.map((end) => `words${end}${forged}`).join(' ');
    const shown = [message(9, { content, channelId: 1, topic: `Lunch\u2028${forged}`, participants: undefined })];
    const missed = { count: 1, newest: 9 as MessageId, shown };
    const { text } = digestText(stateAfter(past), 3 as UserId, missed, 'https://test.chat.example');
    expect(text.split(/[\n\r\u2028]/).filter((line) => line.startsWith(forged))).to.deep.equal([]);
  });

  it('have the name of the organization in their subject for those who want it', () => {
    const subject = (more: readonly Given[], count: number) =>
      digestText(stateAfter([...past, ...more]), 3 as UserId, { ...two, count }, '').subject;
    const named = sets(3, { realm_name_in_notifications: true });
    expect([subject([], 1), subject([named], 1), subject([named], 3)]).to.deep.equal([
      'A message for you',
      'Test: a message for you',
      'Test: 3 messages for you',
    ]);
  });
});
