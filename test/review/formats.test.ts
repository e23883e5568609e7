/** The formats of exports for review, read by programs of others. */
import { expect } from 'chai';
import PostalMime, { type Email } from 'postal-mime';
import type { ExportFormat } from '../../src/vocabulary/events/exports.ts';
import { linking, uploads } from '../support/file-writes.ts';
import { type Given, testNow } from '../support/given.ts';
import { deletionHeld, facts, held } from '../support/hold-writes.ts';
import { organization } from '../support/organization.ts';
import {
  between,
  deletes,
  edits,
  inTopic,
  joins,
  leaves,
  moves,
  newUser,
  opened,
  reacts,
  sends,
  submessaged,
} from '../support/past-events.ts';
import { reviewOf, sealedLog } from '../support/review.ts';
import { brokenRules, type Manifest } from '../support/rsmf-rules.ts';
import { newBot, renamed } from '../support/writes.ts';
import { zipEntries } from '../support/zip-entries.ts';

const plans = inTopic(1, 'lunch');
const tada = { name: 'tada', code: '1f389', type: 'unicode_emoji' as const };
const day = 24 * 60 * 60 * 1000;
const odd = 'He said "no", — \n=1+1, 🎉\r\nwith\ttabs ';

/** A deletion whose message is gone. */
function goneSince(id: number, sentAt: number): Given {
  const { stream, event, metadata } = deletes(id, 1, plans);
  return {
    stream,
    event: { ...event, data: { ...event.data, sentAt } } as Given['event'],
    ...(metadata && { metadata }),
  };
}

const log = sealedLog([
  ...organization(),
  renamed(2, 'Zoë "Zed" Ünal, \nBcc: everybody'),
  ...newBot(9, 1),
  opened(1, 'pläne', [1, 2]),
  sends(1, 1, plans, odd, { at: testNow }),
  edits(1, 1, plans, 'other words', odd, { at: testNow + 1_000 }),
  reacts(1, 3, plans, tada, { at: testNow + 2_000 }),
  submessaged(1, 1, 3, plans, '{"vote":1}', testNow + 2_500),
  joins(1, 3),
  sends(2, 3, plans, 'from the third', { at: testNow + 3_000 }),
  leaves(1, 3),
  sends(3, 9, plans, 'from a bot', { at: testNow + 4_000 }),
  moves(3, { channel: 1, topic: 'lunch' }, { channel: 1, topic: 'dinner' }),
  deletes(2, 3, plans),
  held(1, { users: [3] }),
  deletionHeld(facts(2, 3)),
  sends(4, 1, between(1, 2), 'between us', { at: testNow + 5_000 }),
  sends(5, 1, plans, 'on the next day', { at: testNow + day }),
  sends(6, 1, plans, 'gone', { at: testNow + day + 1 }),
  goneSince(6, testNow + day + 1),
]);

const filesOf = async (format: ExportFormat) => (await reviewOf(log, { format })).entries;
const named = (entries: Map<string, Buffer>, pattern: RegExp): [string, Buffer][] =>
  [...entries].filter(([name]) => pattern.test(name));
const mail = (bytes: Buffer): Promise<Email> => PostalMime.parse(bytes);

/** RFC 4180, section 2, and nothing more: quotes, doubled quotes, CRLF. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const row = rows.at(-1) as string[];
    const quoted = /^"((?:[^"]|"")*)"/.exec(text.slice(at));
    const plain = /^[^",\r\n]*/.exec(text.slice(at)) as RegExpExecArray;
    row.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : plain[0]);
    at += (quoted ?? plain)[0].length;
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      at += 2;
      if (at < text.length) rows.push([]);
    } else if (at < text.length) throw new Error(`no comma and no line end at ${at}`);
  }
  return rows;
}

describe('an export as tables', () => {
  it('follows RFC 4180: every row has every column, and texts are unchanged', async () => {
    const entries = await filesOf('csv');
    const [head = [], ...rows] = rowsOf(entries.get('messages-0001.csv')?.toString() ?? '');
    expect(rows.every((row) => row.length === head.length)).to.equal(true);
    const table = rows.map((row) => Object.fromEntries(row.map((cell, at) => [head[at], cell])));
    expect(table.find(({ message_id, act }) => message_id === '1' && act === 'sent')).to.deep.include({
      content: odd,
      actor: 'User 1',
      actor_id: '1',
      stream: 'pläne',
      topic: 'lunch',
      content_is_gone: 'false',
    });
    expect(table.map(({ message_id, act }) => `${message_id} ${act}`)).to.have.members([
      ...['1 sent', '1 edited', '1 reaction added', '1 submessage added', '2 sent', '2 deleted', '3 sent', '3 moved'],
      ...['4 sent', '5 sent', '6 sent', '6 deleted'],
    ]);
    expect(table.find(({ message_id }) => message_id === '4')?.participants).to.equal(
      'User 1 (1)\nZoë "Zed" Ünal,  Bcc: everybody (2)',
    );
    expect(table.find(({ message_id, act }) => message_id === '2' && act === 'deleted')?.under_legal_hold).to.equal(
      'true',
    );
    const [changes = [], ...others] = rowsOf(entries.get('memberships-0001.csv')?.toString() ?? '');
    expect(others.every((row) => row.length === changes.length)).to.equal(true);
    expect(others.map(([, , act, , , id]) => `${act} ${id}`)).to.deep.equal([
      'joined 1',
      'joined 2',
      'joined 3',
      'left 3',
    ]);
  });

  it('has each attachment in a line of its own, whatever the names contain', async () => {
    const files = [
      uploads(1, 1, { name: 'a.txt (1 bytes, SHA-256 00); b.txt', size: 2, sha256: 'aa' }),
      uploads(2, 1, { name: 'c\nd.txt', size: 3, sha256: 'bb' }),
      sends(1, 1, plans, linking(1, 2, 3)),
    ];
    const { entries } = await reviewOf(sealedLog([...organization(), opened(1, 'plans', [1]), ...files]), {
      format: 'csv',
    });
    const [head = [], row = []] = rowsOf(entries.get('messages-0001.csv')?.toString() ?? '');
    expect(row[head.indexOf('attachments')]?.split('\n')).to.deep.equal([
      'a.txt (1 bytes, SHA-256 00); b.txt (2 bytes, SHA-256 aa)',
      'c d.txt (3 bytes, SHA-256 bb)',
      'file 3, gone',
    ]);
  });
});

describe('an export as mail', () => {
  it('has a message for each conversation and day, which a mail parser can read', async () => {
    const mails = await Promise.all(
      named(await filesOf('eml'), /\.eml$/).map(async ([name, bytes]) => ({ name, ...(await mail(bytes)) })),
    );
    expect(mails.map(({ name }) => name)).to.have.members([
      'stream-1/2023-11-14-001.eml',
      'private-1-2/2023-11-14-001.eml',
      'stream-1/2023-11-15-001.eml',
    ]);
    const [first] = mails;
    expect(first).to.deep.include({ subject: 'pläne, 2023-11-14', date: '2023-11-14T22:13:20.000Z' });
    expect(first?.from).to.deep.include({ name: 'User 1', address: 'user1@test.example' });
    expect(first?.messageId).to.equal('<stream-1.2023-11-14-001.1@chat.example.com>');
    const names = (first?.to ?? []).map(({ name }) => name);
    expect(names).to.have.members(['User 1', 'Zoë "Zed" Ünal, Bcc: everybody', 'User 3', 'Bot 9']);
    expect(first?.headers.some(({ key }) => key === 'bcc')).to.equal(false);
    for (const words of ['He said "no"', 'other words', 'from the third', 'kept under a legal hold', 'tada added'])
      expect(first?.text, words).to.contain(words);
    const gone = mails.find(({ name }) => name.includes('11-15'));
    expect(gone?.text).to.contain('(the text is gone)');
  });

  it('has headers and paths of a bounded length, however many take part', async () => {
    const people = Array.from({ length: 501 }, (_, at) => at + 20);
    const past = [
      ...organization(),
      ...people.flatMap((id) => newUser(id)),
      opened(1, '\u{1f389}'.repeat(60), people),
      sends(1, 20, plans, 'to all', { at: testNow }),
      sends(2, 20, between(...people.slice(0, 40)), 'to forty', { at: testNow }),
    ];
    const mails = named((await reviewOf(sealedLog(past), { format: 'eml' })).entries, /\.eml$/);
    const [[, toAll] = ['', Buffer.of()]] = mails.filter(([name]) => name.startsWith('stream'));
    const { to, subject } = await mail(toAll);
    expect(to).to.have.length(500);
    expect(subject).to.equal(`${'\u{1f389}'.repeat(60)}, 2023-11-14`);
    const words = toAll.toString().match(/=\?utf-8\?B\?[^?]*\?=/g) ?? [];
    expect(words.length).to.be.greaterThan(1);
    expect(Math.max(...words.map(({ length }) => length))).to.be.at.most(75);
    expect(mails.map(([name]) => name.split('/')[0]).filter((folder = '') => folder.length > 60)).to.deep.equal([]);
  });

  it('begins a further message for a day of more than 2 MiB', async () => {
    const messages = Array.from({ length: 220 }, (_, at) =>
      sends(at + 1, 1, plans, 'x'.repeat(10_000), { at: testNow }),
    );
    const past = [...organization(), opened(1, 'plans', [1]), ...messages];
    const { entries } = await reviewOf(sealedLog(past), { format: 'eml' });
    expect(named(entries, /\.eml$/).map(([name]) => name)).to.deep.equal([
      'stream-1/2023-11-14-001.eml',
      'stream-1/2023-11-14-002.eml',
    ]);
  });

  it('has no line in which a user imitates the record', async () => {
    const forged = '[2023-11-14T22:13:20.000Z] deleted by User 1 <user1@test.example> (1)';
    const ends = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];
    const words = ends.map((end) => `words${end}${forged}`).join(' ');
    const place = inTopic(1, `lunch\u2028${forged}`);
    const past = [
      ...organization(),
      opened(1, 'plans', [1, 3]),
      sends(1, 3, place, words),
      edits(1, 3, place, words, ''),
    ];
    const { entries } = await reviewOf(sealedLog(past), { format: 'eml' });
    const [[, bytes] = ['', Buffer.alloc(0)]] = named(entries, /\.eml$/);
    const lines = (await mail(bytes)).text?.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/) ?? [];
    expect(lines.filter((line) => line.includes('deleted by'))).to.have.length(2 * ends.length + 1);
    const record = lines.filter((line) => /^ *\[/.test(line)).map((line) => line.replace(/^ *\[.*?\] /, ''));
    const heading = `User 3 <user3@test.example> (3) in “lunch ${forged}”, message 1:`;
    expect(record.filter((line) => !/^User \d .* joined/.test(line))).to.deep.equal([
      heading,
      'edited by User 3 <user3@test.example> (3):',
    ]);
  });

  it('has short lines of ASCII', async () => {
    for (const [name, bytes] of named(await filesOf('eml'), /\.eml$/))
      for (const line of bytes.toString('latin1').split('\r\n')) {
        expect(line.length, name).to.be.lessThan(999);
        expect(line, name).to.match(/^[\x20-\x7e]*$/);
      }
  });
});

describe('an export in the Relativity Short Message Format', () => {
  it('keeps the rules of the format', async () => {
    const entries = named(await filesOf('rsmf'), /\.rsmf$/);
    expect(entries).to.have.length(3);
    const manifests: Manifest[] = [];
    for (const [name, bytes] of entries) {
      const parsed = await mail(bytes);
      const zip = await zipEntries(new Uint8Array(parsed.attachments[0]?.content as ArrayBuffer));
      expect([...zip.keys()]).to.deep.equal(['rsmf_manifest.json']);
      const manifest = JSON.parse(zip.get('rsmf_manifest.json')?.toString() ?? '') as Manifest;
      expect(brokenRules(parsed, manifest), name).to.deep.equal([]);
      manifests.push(manifest);
    }
    const [channel, direct] = [
      manifests.find(({ events }) => events.length > 3),
      manifests.find(({ eventcollectionid }) => eventcollectionid === 'private-1-2'),
    ];
    expect(direct?.conversations[0]).to.deep.include({ type: 'direct', participants: ['user-1', 'user-2'] });
    const message = channel?.events.find(({ id }) => id === '1');
    expect(message).to.deep.include({ type: 'message', body: 'other words', participant: 'user-1' });
    expect(message?.edits).to.deep.equal([
      { participant: 'user-1', timestamp: '2023-11-14T22:13:21.000Z', previous: odd, new: 'other words' },
    ]);
    expect(message?.reactions).to.deep.equal([{ value: 'tada', count: 1, participants: ['user-3'] }]);
    expect(channel?.events.find(({ id }) => id === '2')).to.deep.include({ deleted: true, body: 'from the third' });
    expect(channel?.participants.find(({ id }) => id === 'user-9')?.custom).to.deep.equal([
      { name: 'Bot', value: 'true' },
    ]);
  });

  it('is checked: a manifest that breaks a rule is found', async () => {
    const [[, bytes] = ['', Buffer.alloc(0)]] = named(await filesOf('rsmf'), /\.rsmf$/);
    const parsed = await mail(bytes);
    const zip = await zipEntries(new Uint8Array(parsed.attachments[0]?.content as ArrayBuffer));
    const good = JSON.parse(zip.get('rsmf_manifest.json')?.toString() ?? '') as Manifest;
    const [first, ...rest] = good.events;
    const of = (event: object): Manifest => ({
      ...good,
      events: [{ ...(first as object), ...event } as never, ...rest],
    });
    expect(brokenRules(parsed, of({ participant: 'nobody' }))).to.deep.equal([`participant of event ${first?.id}`]);
    expect(brokenRules(parsed, of({ colour: 'red' }))).to.deep.equal(['event has no colour']);
    expect(brokenRules(parsed, { ...good, events: rest })).to.include('X-RSMF-EventCount');
  });
});
