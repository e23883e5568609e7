import { expect } from 'chai';
import { type ChannelDocument, channelDocumentId, channels } from '../../projections/channels.ts';
import { type MessageDocument, messageDocumentId, messages } from '../../projections/messages.ts';
import type { ReadView } from '../../src/ports/read-store.ts';
import { marksOf } from '../../src/queries/marks.ts';
import {
  flagsOf,
  isMentioned,
  isRead,
  mayReadHistory,
  openAmong,
  reachableMessage,
  received,
  receives,
  viewerOf,
} from '../../src/queries/visibility.ts';
import type { MessageId } from '../../src/vocabulary/ids.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';
import { type Given, realmId } from '../support/given.ts';
import { organization, readAfter, user } from '../support/organization.ts';
import {
  archived,
  between,
  edits,
  flagsSet,
  inTopic,
  joins,
  leaves,
  moves,
  opened,
  readsAll,
  sends,
  text,
} from '../support/past-events.ts';

/** Owner 1, administrator 2, member 3, guest 4, deactivated member 5; bots 6, 7 (outgoing webhook) and 8. */
const everybody = [1, 2, 3, 4, 5, 6, 7, 8];
const viewAfter = (...past: Given[]): Promise<ReadView> => readAfter(organization(), past);
const sent = (id: number) => sends(id, 1, inTopic(1, 'x'));

const viewer = (view: ReadView, id: number) => viewerOf(view, realmId, user(id), 'all');
/** With what the user has read and flagged. */
async function marked(view: ReadView, id: number) {
  const whose = await viewer(view, id);
  return { ...whose, marks: await marksOf(view, whose, [await message(view, 1)]) };
}
async function message(view: ReadView, id: number): Promise<MessageDocument> {
  const found = await view.get(messages, messageDocumentId(realmId, id));
  if (!found) throw new Error(`no message ${id}`);
  return found;
}
async function stream(view: ReadView, id: number): Promise<ChannelDocument> {
  const found = await view.get(channels, channelDocumentId(realmId, id));
  if (!found) throw new Error(`no channel ${id}`);
  return found;
}

/** The users for whom the test is true. */
async function those(passes: (id: number) => Promise<boolean>): Promise<number[]> {
  const all: number[] = [];
  for (const id of everybody) if (await passes(id)) all.push(id);
  return all;
}
const receivers = (view: ReadView, id: number) =>
  those(async (asking) => received(await viewer(view, asking), await message(view, id)));
const historians = (view: ReadView, id: number) =>
  those(async (asking) => mayReadHistory(await viewer(view, asking), await stream(view, id)));
const refusal = (error: unknown): string => {
  if (error instanceof Refused) return error.refusal.code;
  throw error;
};
const readers = (view: ReadView, id: number) =>
  those(async (asking) => {
    const found = await reachableMessage(view, realmId, user(asking), id as MessageId).catch(refusal);
    return found !== 'message-missing';
  });

describe('queries/visibility', () => {
  describe('the viewer', () => {
    it('is the user with all memberships, or with the requested ones', async () => {
      const view = await viewAfter(opened(1, 'a', [3]), opened(2, 'b', [3, 4]), opened(3, 'c', [4]));
      const all = await viewer(view, 3);
      expect(all.realmId).to.equal(realmId);
      expect(all.user.userId).to.equal(3);
      expect([...all.memberships.keys()]).to.deep.equal([1, 2]);
      const some = await viewerOf(view, realmId, user(3), [2, 3]);
      expect([...some.memberships.keys()]).to.deep.equal([2]);
    });

    it('is missing if there is no such user', async () => {
      expect(await viewer(await viewAfter(), 99).catch(refusal)).to.equal('user-missing');
    });
  });

  describe('a message is received', () => {
    it('by those who were subscribed when it was sent', async () => {
      const stays = [opened(1, 'a', [3]), sent(1), joins(1, 4), sent(2), leaves(1, 4), sent(3), joins(1, 4), sent(4)];
      const view = await viewAfter(...stays);
      expect(await receivers(view, 1)).to.deep.equal([3]);
      expect(await receivers(view, 2)).to.deep.equal([3, 4]);
      expect(await receivers(view, 3)).to.deep.equal([3]);
      expect(await receivers(view, 4)).to.deep.equal([3, 4]);
    });

    it('by those who stayed subscribed since it was sent elsewhere, if it was moved in', async () => {
      const twoStreams = [opened(1, 'a', [3]), opened(2, 'b', [1, 3, 4]), sent(1), leaves(2, 4)];
      const movedIn = moves(1, { channel: 1, topic: 'x' }, { channel: 2, topic: 'y' });
      expect(await receivers(await viewAfter(...twoStreams, movedIn), 1)).to.deep.equal([1, 3]);
      const again = [...twoStreams, movedIn, joins(2, 4), leaves(2, 3)];
      expect(await receivers(await viewAfter(...again), 1)).to.deep.equal([1]);
      // In the stream to which it was sent it counts as if it had never been elsewhere.
      const back = moves(1, { channel: 2, topic: 'y' }, { channel: 1, topic: 'y' });
      const returned = await viewAfter(...twoStreams, movedIn, leaves(1, 3), back);
      expect(await receivers(returned, 1)).to.deep.equal([3]);
    });

    it('in private by the participants', async () => {
      expect(await receivers(await viewAfter(sends(1, 1, between(1, 4))), 1)).to.deep.equal([1, 4]);
    });

    it('by bots to which it was sent besides', async () => {
      const view = await viewAfter(opened(1, 'a', [3]), sends(1, 1, inTopic(1, 'x'), 'hello', { alsoTo: [6] }));
      expect(await receivers(view, 1)).to.deep.equal([3, 6]);
    });

    it('never by outgoing-webhook bots', async () => {
      const past = [
        opened(1, 'a', [3, 7]),
        sends(1, 1, inTopic(1, 'x'), 'hello', { alsoTo: [7] }),
        sends(2, 1, between(1, 7)),
      ];
      const view = await viewAfter(...past);
      expect(await receivers(view, 1)).to.deep.equal([3]);
      expect(await receivers(view, 2)).to.deep.equal([1]);
      expect(await those(async (id) => receives(await viewer(view, id)))).to.deep.equal([1, 2, 3, 4, 5, 6, 8]);
    });

    it('by nobody if it names no participants', async () => {
      const view = await viewAfter(sends(1, 1, between(1, 4)));
      const { participants: _, ...rest } = await message(view, 1);
      expect(received(await viewer(view, 1), rest)).to.equal(false);
    });
  });

  describe('the history of a stream is open', () => {
    it('to everyone but guests, and to subscribed guests, if it is public', async () => {
      const view = await viewAfter(opened(1, 'a', [3]));
      expect(await historians(view, 1)).to.deep.equal([1, 2, 3, 5, 6, 7, 8]);
      expect(await historians(await viewAfter(opened(1, 'a', [3]), joins(1, 4)), 1)).to.deep.equal(everybody);
    });

    it('to present subscribers of a private stream with public history', async () => {
      const view = await viewAfter(opened(1, 'a', [3, 4, 6], { inviteOnly: true, historyPublic: true }), leaves(1, 4));
      expect(await historians(view, 1)).to.deep.equal([3, 6]);
    });

    it('to nobody in a private stream without public history', async () => {
      expect(await historians(await viewAfter(opened(1, 'a', [3, 4], { inviteOnly: true })), 1)).to.deep.equal([]);
    });

    it('to nobody once the stream is archived', async () => {
      expect(await historians(await viewAfter(opened(1, 'a', [3]), archived(1, 'a')), 1)).to.deep.equal([]);
    });
  });

  it('finds which of several messages are in a stream whose history is open, and asks only for streams of others', async () => {
    const streams = [opened(1, 'a', [3]), opened(2, 'b', [3], { inviteOnly: true }), opened(3, 'c', [2])];
    const sendings = [sent(1), sends(2, 1, inTopic(2, 'x')), sends(3, 1, inTopic(3, 'x')), sends(4, 1, between(1, 3))];
    const view = await viewAfter(...streams, ...sendings);
    const all = await Promise.all([1, 2, 3, 4].map((id) => message(view, id)));
    const asked: string[] = [];
    const getMany: ReadView['getMany'] = (model, ids) => {
      asked.push(...ids);
      return view.getMany(model, ids);
    };
    const isOpen = await openAmong({ ...view, getMany }, await viewer(view, 2), all);
    expect(all.map(isOpen)).to.deep.equal([true, false, false, false]);
    expect(asked).to.deep.equal([channelDocumentId(realmId, 1), channelDocumentId(realmId, 2)]);
  });

  describe('a message may be read', () => {
    it('by those who received it and those to whom the history is open', async () => {
      const open = [opened(1, 'a', [3, 4]), sent(1), leaves(1, 4), sent(2)];
      const view = await viewAfter(...open);
      expect(await readers(view, 1)).to.deep.equal(everybody);
      expect(await readers(view, 2)).to.deep.equal([1, 2, 3, 5, 6, 7, 8]);
      expect((await reachableMessage(view, realmId, user(3), 2 as MessageId)).messageId).to.equal(2);
    });

    it('in a private stream by those who received it alone, if the history is not public', async () => {
      const view = await viewAfter(
        opened(1, 'a', [3], { inviteOnly: true }),
        sent(1),
        joins(1, 4),
        sent(2),
        leaves(1, 3),
      );
      expect(await readers(view, 1)).to.deep.equal([3]);
      expect(await readers(view, 2)).to.deep.equal([3, 4]);
    });

    it('in private by the participants alone', async () => {
      expect(await readers(await viewAfter(sends(1, 2, between(2, 4))), 1)).to.deep.equal([2, 4]);
    });

    it('in an archived stream by those who received it alone', async () => {
      const view = await viewAfter(opened(1, 'a', [3]), sent(1), archived(1, 'a'));
      expect(await readers(view, 1)).to.deep.equal([3]);
    });

    it('by nobody if it does not exist', async () => {
      expect(await readers(await viewAfter(), 1)).to.deep.equal([]);
    });

    it('by nobody who does not exist', async () => {
      const view = await viewAfter(opened(1, 'a', [3]), sent(1));
      expect(await reachableMessage(view, realmId, user(99), 1 as MessageId).catch(refusal)).to.equal('user-missing');
    });
  });

  describe('the flags of a message', () => {
    const flags = async (asking: number, past: Given[]) => {
      const view = await viewAfter(opened(1, 'a', [1, 3]), ...past);
      return flagsOf(await marked(view, asking), await message(view, 1));
    };
    const mentioning = (mentioned: number[], wildcard = false) =>
      sends(1, 1, inTopic(1, 'x'), { ...text('hello'), mentioned: mentioned.map(user), wildcard });

    it('contain `read` for the sender, if a client for people sent it', async () => {
      const by = (client: string) => sends(1, 1, inTopic(1, 'x'), 'hello', { client });
      expect(await flags(1, [by('ZulipMobile')])).to.deep.equal(['read']);
      expect(await flags(3, [by('ZulipMobile')])).to.deep.equal([]);
      expect(await flags(1, [by('curl')])).to.deep.equal([]);
      const view = await viewAfter(opened(1, 'a', [1, 3]), by('website'));
      expect(isRead(await marked(view, 1), await message(view, 1))).to.equal(true);
      expect(isRead(await marked(view, 3), await message(view, 1))).to.equal(false);
    });

    it('contain `read` for whoever asked for what the service tells, and for nobody else', async () => {
      const notice = sends(1, 2, inTopic(1, 'x'), 'as you wished', { readBy: 3 });
      expect([await flags(3, [notice]), await flags(1, [notice])]).to.deep.equal([['read'], []]);
    });

    it('contain mentions of the user and of everyone', async () => {
      expect(await flags(3, [mentioning([3])])).to.deep.equal(['mentioned']);
      expect(await flags(3, [mentioning([1])])).to.deep.equal([]);
      expect(await flags(3, [mentioning([], true)])).to.deep.equal(['wildcard_mentioned']);
      expect(await flags(3, [mentioning([3], true)])).to.deep.equal(['mentioned', 'wildcard_mentioned']);
      const mentionsOf = async (asking: number, past: Given) => {
        const view = await viewAfter(opened(1, 'a', [1, 3]), past);
        return isMentioned(user(asking), await message(view, 1));
      };
      expect(await mentionsOf(3, mentioning([3]))).to.equal(true);
      expect(await mentionsOf(3, mentioning([1]))).to.equal(false);
      expect(await mentionsOf(3, mentioning([], true))).to.equal(true);
    });

    it('contain alerts', async () => {
      const alerting = sends(1, 1, inTopic(1, 'x'), 'tea', { alerted: [3] });
      expect(await flags(3, [alerting])).to.deep.equal(['has_alert_word']);
      expect(await flags(1, [alerting])).to.deep.equal([]);
      expect(await flags(3, [alerting, edits(1, 1, inTopic(1, 'x'), 'milk', 'tea')])).to.deep.equal([]);
    });

    it('contain what the user has read, starred and collapsed', async () => {
      const read = (channel: number) => flagsSet(3, 'read', [1], { read: { [channel]: [[1, 1]] } });
      expect(await flags(3, [sent(1), read(1)])).to.deep.equal(['read']);
      // What is read in one place does not affect others.
      expect(await flags(3, [sent(1), read(0)])).to.deep.equal([]);
      expect(await flags(1, [sent(1), read(1)])).to.deep.equal([]);
      expect(await flags(3, [sent(1), readsAll(3, 1)])).to.deep.equal(['read']);
      expect(await flags(3, [sent(1), readsAll(3, 2, 2)])).to.deep.equal([]);
      const both = [flagsSet(3, 'starred', [1]), flagsSet(3, 'collapsed', [1])];
      expect(await flags(3, [sent(1), ...both])).to.deep.equal(['starred', 'collapsed']);
      expect(await flags(1, [sent(1), ...both])).to.deep.equal([]);
      expect(await flags(2, [sent(1), flagsSet(2, 'starred', [1])])).to.deep.equal(['read', 'starred', 'historical']);
    });

    it('contain `read` for what was left behind', async () => {
      expect(await flags(3, [sent(1), leaves(1, 3)])).to.deep.equal(['read']);
      expect(await flags(3, [sent(1), leaves(1, 3), joins(1, 3)])).to.deep.equal(['read']);
      expect(await flags(3, [leaves(1, 3), joins(1, 3), sent(1)])).to.deep.equal([]);
      const toBot = sends(1, 1, inTopic(1, 'x'), 'hello', { alsoTo: [6] });
      expect(await flags(6, [toBot])).to.deep.equal([]);
      expect(await flags(6, [toBot, joins(1, 6)])).to.deep.equal([]);
      expect(await flags(6, [toBot, joins(1, 6), leaves(1, 6)])).to.deep.equal(['read']);
      expect(await flags(6, [toBot, joins(1, 6), sent(2), leaves(1, 6), joins(1, 6)])).to.deep.equal(['read']);
      expect(await flags(6, [joins(1, 6), leaves(1, 6), toBot])).to.deep.equal([]);
    });

    it('are `read` and `historical` for messages that the user did not receive', async () => {
      expect(await flags(2, [mentioning([2], true)])).to.deep.equal(['read', 'historical']);
    });
  });
});
