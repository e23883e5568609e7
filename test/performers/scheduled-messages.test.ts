/** Scheduled messages are sent at their time, once, whichever process does it. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { delayedStepClock } from '../../src/engine/clocks.ts';
import { decode } from '../../src/engine/follow/decode.ts';
import { ScheduledMessages } from '../../src/performers/scheduled-messages.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { EventId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn, silent, type TestEngine } from '../support/engine.ts';
import { happened, realmId, registered } from '../support/given.ts';
import * as past from '../support/past-events.ts';
import { scheduledClaimed, schedules } from '../support/scheduled-writes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { realmDeactivated, realmReactivated } from '../support/writes.ts';

const place = past.inTopic(1, 'lunch');
const beginning = [registered, past.founded(), ...past.newUser(1), past.opened(1, 'general', [1])];

const sender = ({ engine }: TestEngine): ScheduledMessages =>
  new ScheduledMessages({ ...engine, now: delayedStepClock(Date.now), logger: silent });

async function sentTexts(log: EventLog): Promise<string[]> {
  const contents: string[] = [];
  for await (const stored of log.readAll(0, ['message-'])) {
    const event = decode(stored);
    if (event?.type === 'MessageSent') contents.push(event.data.text.content);
  }
  return contents.sort();
}

/** Resolves when this many scheduled messages have ended. */
const ended = (log: EventLog, count: number): Promise<void> =>
  new Promise((resolve) => {
    let seen = 0;
    const subscription = log.subscribe(0, ['scheduled-'], {
      onEvents(events) {
        seen += events.filter(({ type }) => type === 'ScheduledMessageEnded').length;
        if (seen < count) return undefined;
        resolve(subscription.stop());
        return undefined;
      },
      onCaughtUp: () => undefined,
    });
  });

describe('the timer of scheduled messages', () => {
  it('sends messages that were due before the start and later ones, each once even with two processes', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(join(folder, 'log'));
    const both = [await engineIn(folder, { log, readModels: 'a' }), await engineIn(folder, { log, readModels: 'b' })];
    await appendEvents(log, [
      ...beginning,
      ...Array.from({ length: 25 }, (_, index) => schedules(index + 1, 1, place, { deliverAt: 1_000 + index })),
      schedules(26, 1, place, { deliverAt: Date.now() + 300 }),
      schedules(27, 1, place, { deliverAt: Date.now() + 3_600_000 }),
    ]);
    await Promise.all(both.map(({ engine }) => engine.follower.catchUp()));
    const done = ended(log, 26);
    const senders = both.map(sender);
    for (const one of senders) one.start();
    await done;
    await Promise.all(senders.map((one) => one.stop()));
    expect(await sentTexts(log)).to.deep.equal(Array.from({ length: 26 }, (_, index) => `later ${index + 1}`).sort());
    for (const { engine } of both) {
      await engine.follower.catchUp();
      expect([...(engine.state.realms.get(realmId)?.scheduled.byId.keys() ?? [])]).to.deep.equal([27]);
    }
    await Promise.all(both.map((one) => one.close()));
    await log.close();
  });

  it('acts for the author in their message alone, and for nobody in a reminder and in the end of both', async () => {
    const server = await engineIn(temporaryFolder());
    await appendEvents(server.log, [...beginning, schedules(1, 1, place), schedules(2, 1, place, { reminder: true })]);
    await server.engine.follower.catchUp();
    const timer = sender(server);
    timer.start();
    await ended(server.log, 2);
    await timer.stop();
    const acted: unknown[] = [];
    for await (const stored of server.log.readAll(0, ['message-', 'scheduled-'])) {
      const event = decode(stored);
      if (event && event.type !== 'MessageScheduled') acted.push(`${event.type} ${event.metadata.actor}`);
    }
    expect(acted.sort()).to.deep.equal([
      'MessageSent 1',
      'MessageSent null',
      ...Array(2).fill('ScheduledMessageClaimed null'),
      ...Array(2).fill('ScheduledMessageEnded null'),
    ]);
    await server.close();
  });

  it('finishes messages that another process claimed, and sends a newly scheduled message before one that is due later', async () => {
    const folder = temporaryFolder();
    const server = await engineIn(folder);
    const eventId = '00000000-0000-4000-8000-0000000000aa' as EventId;
    const muchLater = schedules(3, 1, place, { deliverAt: Date.now() + 3_600_000 });
    await appendEvents(server.log, [...beginning, muchLater, schedules(1, 1, place), scheduledClaimed(1, 12, eventId)]);
    await server.engine.follower.catchUp();
    const timer = sender(server);
    timer.start();
    await ended(server.log, 1);
    const [message] = await server.log.readStream(logStream.message(realmId, 12 as never));
    expect(message?.id).to.equal(eventId);
    await appendEvents(server.log, [schedules(2, 1, place)]);
    await server.engine.follower.catchUp();
    const realm = server.engine.state.realms.get(realmId);
    const [stored] = await server.log.readStream(logStream.scheduled(realmId, 2 as never));
    const event = stored && decode(stored);
    if (!event || !realm) throw new Error('it was not scheduled');
    timer.see({ event, realm, clientEvents: [] });
    await ended(server.log, 2);
    await timer.stop();
    expect(await sentTexts(server.log)).to.deep.equal(['later 1', 'later 2']);
    await server.close();
  });

  it('sends nothing before its time if the time of the newest event is ahead', async () => {
    const server = await engineIn(temporaryFolder());
    const deliverAt = Date.now() + 3_600_000;
    const ahead = happened(logStream.realm(realmId), 'RealmReactivated', { realmId }, { at: deliverAt + 1 });
    await appendEvents(server.log, [
      ...beginning,
      schedules(1, 1, place, { deliverAt }),
      schedules(2, 1, place),
      ahead,
    ]);
    await server.engine.follower.catchUp();
    const timer = sender(server);
    timer.start();
    await ended(server.log, 1);
    await timer.stop();
    expect(await sentTexts(server.log)).to.deep.equal(['later 2']);
    await server.close();
  });

  it('sends nothing in an organization that is deactivated, until it is reactivated', async () => {
    const folder = temporaryFolder();
    const server = await engineIn(folder);
    await appendEvents(server.log, [...beginning, schedules(1, 1, place), realmDeactivated()]);
    await server.engine.follower.catchUp();
    const timer = sender(server);
    timer.start();
    await server.engine.follower.catchUp();
    expect(await sentTexts(server.log)).to.deep.equal([]);
    await appendEvents(server.log, [realmReactivated()]);
    await server.engine.follower.catchUp();
    const [stored] = await server.log.readStream(logStream.realm(realmId), { direction: 'backward', limit: 1 });
    const event = stored && decode(stored);
    if (!event) throw new Error('it was not reactivated');
    timer.see({ event, realm: server.engine.state.realms.get(realmId), clientEvents: [] });
    await ended(server.log, 1);
    await timer.stop();
    expect(await sentTexts(server.log)).to.deep.equal(['later 1']);
    await server.close();
  });
});
