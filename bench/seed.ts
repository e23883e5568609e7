/**
 * An organization with a history: people, streams, and messages in topics and private groups, distributed as unevenly as in real life,
 * some with mentions, some edited. The events are written to the log directly, because sending them would take an hour.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openLmdbEventLog } from '../src/adapters/lmdb/event-log.ts';
import { devOrganization } from '../src/cli/dev-organization.ts';
import { serverSecret } from '../src/cli/secret.ts';
import { readConfig } from '../src/config.ts';
import { stamped } from '../src/engine/decide/stamp.ts';
import { type Secrets, secretsFrom } from '../src/engine/secrets.ts';
import { openApplication } from '../src/main.ts';
import type { EventLog } from '../src/ports/event-log.ts';
import { renderMarkdown } from '../src/rendering/markdown.ts';
import type { DomainEvent } from '../src/vocabulary/events/index.ts';
import type { ChannelId, MessageId, RealmId, UserId } from '../src/vocabulary/ids.ts';
import { type LogStream, logStream } from '../src/vocabulary/log-streams.ts';
import { type Place, participants } from '../src/vocabulary/places.ts';
import { proses, seeded, zipf } from './prose.ts';
import type { Caller } from './workers/http-socket.ts';

/** `retentionDays`: days after which retention erases messages; absent: never. */
export type Size = {
  readonly users: number;
  readonly channels: number;
  readonly messages: number;
  readonly retentionDays?: number;
};

const realmId = 1 as RealmId;
/** Ids above all those that the first start creates. */
const firstUser = 101;
const firstChannel = 11;
const topicsEach = 40;
const subscribersEach = 60;
const textsCount = 2_000;
const appendsTogether = 1_000;
const began = Date.UTC(2024, 0, 1);
const millisBetween = 1_000;

/** Creates it in a folder of its own. A server that is started there afterwards builds its read models. */
export async function seededFolder(size: Size): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'verbatim-bench-'));
  const config = readConfig({ VERBATIM_DATA: data, VERBATIM_PORT: '0', VERBATIM_LOG_LEVEL: 'error' });
  const secret = await serverSecret(config, undefined);
  const application = await openApplication(config, secret, pino({ level: 'error' }));
  await devOrganization(application.services);
  await application.close();
  const log = await openLmdbEventLog(`${data}/log`);
  await people(log, size, secretsFrom(secret));
  await channels(log, size);
  await talk(log, size);
  if (size.retentionDays !== undefined) await retain(log, size.retentionDays);
  await log.close();
  return data;
}

async function retain(log: EventLog, days: number): Promise<void> {
  const [settings, previous] = [{ message_retention_days: days }, { message_retention_days: -1 }];
  const stream = logStream.realm(realmId);
  await append(
    log,
    stream,
    [{ type: 'RealmSettingsChanged', data: { settings, previous } }],
    await lastRevision(log, stream),
  );
}

/** The credentials of one of its people. */
export async function personCaller(data: string, number: number): Promise<Caller> {
  const secret = await serverSecret(readConfig({ VERBATIM_DATA: data, VERBATIM_PORT: '0' }), undefined);
  return { email: emailOf(number), apiKey: secretsFrom(secret).apiKey(realmId, userAt(number), 1) };
}

const emailOf = (number: number): string => `person${number}@dev.example`;
const userAt = (number: number): UserId => (firstUser + number) as UserId;
const channelAt = (number: number): ChannelId => (firstChannel + number) as ChannelId;

async function append(
  log: EventLog,
  stream: LogStream,
  events: readonly DomainEvent[],
  expected: number | 'none',
  { actor = null as UserId | null, at = began } = {},
): Promise<void> {
  const stamp = { actor, at, client: 'website', requestId: 'seed' };
  const result = await log.append(stream, stamped(events, stamp), expected);
  if (!result.ok) throw new Error(`the log refused ${stream}: ${result.reason}`);
}

async function lastRevision(log: EventLog, stream: LogStream): Promise<number> {
  const [last] = await log.readStream(stream, { direction: 'backward', limit: 1 });
  return last?.revision ?? -1;
}

async function people(log: EventLog, { users }: Size, secrets: Secrets): Promise<void> {
  const created: DomainEvent[] = [];
  const appended: Promise<void>[] = [];
  for (let number = 0; number < users; number += 1) {
    const [userId, email] = [userAt(number), emailOf(number)];
    const data = { userId, fullName: `Person ${number}`, email, timezone: '' };
    appended.push(append(log, logStream.person(realmId, userId), [{ type: 'PersonDescribed', data }], 'none'));
    const addressFingerprint = secrets.fingerprint(realmId, email);
    created.push({ type: 'UserCreated', data: { userId, role: 400, addressFingerprint, bot: null } });
  }
  await Promise.all(appended);
  await inParts(log, logStream.directory(realmId), created);
}

async function channels(log: EventLog, size: Size): Promise<void> {
  const random = seeded(2);
  const created = Array.from({ length: size.channels }, (_, number): DomainEvent => {
    const count = Math.min(subscribersEach, size.users);
    const subscribers = new Set<UserId>();
    while (subscribers.size < count) subscribers.add(userAt(Math.floor(random() * size.users)));
    return {
      type: 'ChannelCreated',
      data: {
        channelId: channelAt(number),
        name: `stream ${number}`,
        description: '',
        renderedDescription: '',
        inviteOnly: false,
        historyPublic: true,
        postPolicy: 1,
        retentionDays: null,
        creatorId: null,
        subscribers: [...subscribers].sort((a, b) => a - b),
      },
    };
  });
  await inParts(log, logStream.channels(realmId), created);
}

async function inParts(log: EventLog, stream: LogStream, events: readonly DomainEvent[]): Promise<void> {
  let revision = await lastRevision(log, stream);
  for (let from = 0; from < events.length; from += 500) {
    const part = events.slice(from, from + 500);
    await append(log, stream, part, revision < 0 ? 'none' : revision);
    revision += part.length;
  }
}

async function talk(log: EventLog, size: Size): Promise<void> {
  const random = seeded(3);
  const [channel, topic, sender] = [zipf(size.channels, random), zipf(topicsEach, random), zipf(size.users, random)];
  const context = { users: [], channels: [], linkifiers: [] };
  const rendered = proses(textsCount).map((content) => ({
    content,
    rendererVersion: 1,
    ...renderMarkdown(content, context),
  }));
  let appended: Promise<void>[] = [];
  for (let number = 1; number <= size.messages; number += 1) {
    const senderId = userAt(sender());
    const messageId = number as MessageId;
    const place: Place =
      random() < 0.1
        ? { kind: 'private', userIds: participants([senderId, userAt(sender()), userAt(sender())]) }
        : { kind: 'channel', channelId: channelAt(channel()), topic: `topic ${topic()}` };
    const plain = rendered[number % rendered.length];
    if (!plain) continue;
    const text = { ...plain, mentioned: random() < 0.05 ? [userAt(sender())] : [] };
    const data = { messageId, senderId, place, text, topicLinks: [], alsoTo: [] };
    const events: DomainEvent[] = [{ type: 'MessageSent', data }];
    if (random() < 0.05) {
      const previous = { content: text.content, html: text.html, rendererVersion: 1 };
      events.push({ type: 'MessageEdited', data: { messageId, senderId, place, text, previous } });
    }
    const at = began + number * millisBetween;
    appended.push(append(log, logStream.message(realmId, messageId), events, 'none', { actor: senderId, at }));
    if (appended.length === appendsTogether) {
      await Promise.all(appended);
      appended = [];
    }
  }
  await Promise.all(appended);
}
