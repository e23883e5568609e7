/** What the read model of messages keeps of edits and moves besides the present text and place. */
import { expect } from 'chai';
import {
  type MessageDocument,
  messageProjection,
  messageVersions,
  type VersionDocument,
} from '../../projections/messages.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { type Given, realmId, recorded } from '../support/given.ts';
import { readAfter } from '../support/organization.ts';
import { between, deletes, edits, inTopic, moves, sends, text } from '../support/past-events.ts';
import { projectAll } from '../support/project.ts';

const by = (actor: number, at: number) => ({ actor: actor as UserId, at });
const documentsAfter = async (...past: Given[]) =>
  (await projectAll(recorded(past), { projections: [messageProjection] })).get('messages');
const messageAfter = async (id: number, ...past: Given[]) =>
  (await documentsAfter(...past))?.get(`1.${id}`) as MessageDocument | undefined;
const versionAfter = async (id: number, number: number, ...past: Given[]) =>
  (await documentsAfter(...past))?.get(`1.${id}.${number}`) as VersionDocument | undefined;

const lunch = { channel: 1, topic: 'Lunch' };
const messages = [sends(1, 2, inTopic(1, 'Lunch')), sends(2, 2, inTopic(1, 'Lunch'))];

describe('projections/messages, after changes', () => {
  it('has the users whom a word alerts, and for whom a message is read from the beginning', async () => {
    const alerting = sends(1, 2, inTopic(1, 'x'), 'tea', { alerted: [3], readBy: 4 });
    expect(await messageAfter(1, alerting)).to.deep.include({ alerted: [3], readBy: 4 });
    expect(await messageAfter(1, ...messages)).not.to.have.any.keys('alerted', 'readBy');
    const edited = edits(1, 2, inTopic(1, 'x'), 'milk', 'tea');
    expect(await messageAfter(1, alerting, edited)).not.to.have.property('alerted');
    expect(await messageAfter(1, alerting, edited)).to.include({ readBy: 4 });
  });

  it('has the users whom an earlier text mentioned and alerted, and its content', async () => {
    const before = text('@**all** tea: https://a.example', { mentioned: [3 as UserId], wildcard: true, hasLink: true });
    const sent = sends(1, 2, inTopic(1, 'x'), before, { alerted: [4] });
    const version = await versionAfter(1, 0, sent, edits(1, 2, inTopic(1, 'x'), 'milk', before.content));
    expect(version?.text).to.deep.include({ mentions: [0, 3], alerted: [4], has: ['link'] });
    const again = edits(1, 2, inTopic(1, 'x'), 'water', 'milk');
    const next = await versionAfter(1, 1, sent, edits(1, 2, inTopic(1, 'x'), 'milk', before.content), again);
    expect(next?.text).to.deep.include({ mentions: [], has: [] }).and.not.have.property('alerted');
  });

  it('has the words that an edit removed, until the message is deleted', async () => {
    const place = inTopic(1, 'a');
    const past = [sends(1, 2, place, 'the merger fails'), edits(1, 2, place, 'lunch fails', 'the merger fails')];
    const removed = async (events: readonly Given[]) => {
      const view = await readAfter(events);
      const keys = await view.scanKeys(messageVersions, 'byRemovedWord', { prefix: [realmId], limit: 10 });
      return keys.map(([, word, id]) => `${word} ${id}`);
    };
    expect(await removed(past)).to.deep.equal(['merger 1', 'the 1']);
    expect(await removed([...past, deletes(1, 2, place)])).to.deep.equal([]);
  });

  it('has the stream to which a message was sent, if it is in another one now', async () => {
    const away = moves(1, lunch, { channel: 2, topic: 'Lunch' }, 'one');
    expect(await messageAfter(1, ...messages, away)).to.include({ channelId: 2, sentIn: 1 });
    expect(await messageAfter(2, ...messages, away)).not.to.have.property('sentIn');
    const onward = moves(1, { channel: 2, topic: 'Lunch' }, { channel: 3, topic: 'Lunch' }, 'one');
    expect(await messageAfter(1, ...messages, away, onward)).to.include({ channelId: 3, sentIn: 1 });
    const renamed = moves(1, lunch, { channel: 1, topic: 'Dinner' }, 'one');
    expect(await messageAfter(1, ...messages, renamed)).not.to.have.property('sentIn');
  });

  it('has the topics from which a message was moved together with another, until it is changed itself', async () => {
    const along = moves(1, lunch, { channel: 1, topic: 'Dinner' }, 'all', by(2, 50));
    const again = moves(1, { channel: 1, topic: 'Dinner' }, { channel: 1, topic: 'Tea' }, 'all', by(2, 60));
    const earlier = [
      { topic: 'Lunch', until: 50 },
      { topic: 'Dinner', until: 60 },
    ];
    const moved = await messageAfter(2, ...messages, along, again);
    expect(moved).to.deep.include({ topic: 'Tea', earlierTopics: earlier, versions: 0 });
    expect(moved).not.to.have.property('change');
    const edited = edits(2, 2, inTopic(1, 'Tea'), 'new', 'message 2', by(2, 70));
    expect(await messageAfter(2, ...messages, along, again, edited)).not.to.have.property('earlierTopics');
    expect(await versionAfter(2, 0, ...messages, along, again, edited)).to.deep.include({
      topic: 'Tea',
      earlierTopics: earlier,
    });
    expect(await versionAfter(1, 0, ...messages, along)).not.to.have.property('earlierTopics');
  });

  it('is found by its stream if it may look different to those who have left', async () => {
    const changed = async (id: number, ...past: Given[]) => (await messageAfter(id, ...messages, ...past))?.changedIn;
    expect(await changed(1)).to.equal(undefined);
    expect(await changed(1, edits(1, 2, inTopic(1, 'Lunch'), 'new', 'message 1'))).to.equal(1);
    const along = moves(1, lunch, { channel: 2, topic: 'Lunch' }, 'all');
    expect([await changed(1, along), await changed(2, along)]).to.deep.equal([2, 2]);
    const inPrivate = [sends(3, 2, between(2, 3)), edits(3, 2, between(2, 3), 'new', 'message 3')];
    expect(await messageAfter(3, ...inPrivate)).not.to.have.property('changedIn');
  });

  it('has one change for a new text and a new topic of one request, with the earlier topics of neither', async () => {
    const edited = edits(1, 2, inTopic(1, 'Lunch'), 'new', 'message 1', by(2, 50));
    const moved = (actor: number, at: number) => moves(1, lunch, { channel: 1, topic: 'Tea' }, 'one', by(actor, at));
    const together = await messageAfter(1, ...messages, edited, moved(2, 50));
    expect(together).to.deep.include({ versions: 1, change: { at: 50, userId: 2, edited: true, topic: 'Lunch' } });
    expect(together).not.to.have.property('earlierTopics');
    for (const other of [moved(3, 50), moved(2, 51)])
      expect((await messageAfter(1, ...messages, edited, other))?.versions).to.equal(2);
    const twice = moves(1, { channel: 1, topic: 'Tea' }, { channel: 1, topic: 'Milk' }, 'one', by(2, 50));
    expect((await messageAfter(1, ...messages, edited, moved(2, 50), twice))?.versions).to.equal(2);
    const away = moves(1, lunch, { channel: 2, topic: 'Lunch' }, 'one', by(2, 50));
    const back = moves(1, { channel: 2, topic: 'Lunch' }, { channel: 3, topic: 'Lunch' }, 'one', by(2, 50));
    const change = (await messageAfter(1, ...messages, away, back))?.change;
    expect(change).to.deep.equal({ at: 50, userId: 2, channelId: 2 });
    expect((await messageAfter(1, ...messages, away, back))?.versions).to.equal(2);
  });
});
