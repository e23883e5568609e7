import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { ReadView } from '../../src/ports/read-store.ts';
import { type Asked, listMessages, newest, oldest } from '../../src/queries/listing.ts';
import { textWorkHere } from '../../src/rendering/text-work.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { type Given, happened, realmId } from '../support/given.ts';
import { readAfter } from '../support/organization.ts';
import {
  between,
  edits,
  founded,
  inTopic,
  joins,
  moves,
  mutes,
  mutesChannel,
  newUser,
  opened,
  sends,
  text,
} from '../support/past-events.ts';

const beginning = [
  founded(),
  ...newUser(1),
  ...newUser(2),
  ...newUser(3),
  opened(1, 'General', [1, 2]),
  opened(2, 'other', [1, 2]),
];
const viewAfter = (...past: Given[]) => readAfter(beginning, past);
const listed = (view: ReadView, asked: Partial<Asked>, userId = 1) =>
  listMessages(
    view,
    {
      realmId,
      userId: userId as UserId,
      anchor: newest,
      numBefore: 100,
      numAfter: 0,
      narrow: [],
      applyMarkdown: true,
      clientGravatar: false,
      ...asked,
    },
    textWorkHere,
  );
const one = async (...past: Given[]) => {
  const { messages } = await listed(await viewAfter(...past), {});
  const message = messages.at(-1);
  if (!message) throw new Error('nothing was listed');
  return message;
};

describe('queries/listing', () => {
  describe('around an anchor', () => {
    let view: ReadView;
    before(async () => {
      // Ids 10, 20, … 90.
      view = await viewAfter(...[10, 20, 30, 40, 50, 60, 70, 80, 90].map((id) => sends(id, 2, inTopic(1, 'a'))));
    });

    type Expected = [ids: number[], anchor: boolean, oldest: boolean, newest: boolean];
    const cases: [string, number, number, number, Expected][] = [
      ['both sides', 50, 2, 2, [[30, 40, 50, 60, 70], true, false, false]],
      ['between two', 55, 2, 2, [[40, 50, 60, 70], false, false, false]],
      ['before alone', 50, 2, 0, [[30, 40, 50], true, false, false]],
      ['after alone', 50, 0, 2, [[50, 60, 70], true, false, false]],
      ['itself alone', 50, 0, 0, [[50], true, false, false]],
      ['nothing there', 55, 0, 0, [[], false, false, false]],
      ['to the very end', 70, 0, 2, [[70, 80, 90], true, false, false]],
      ['beyond the end', 80, 0, 2, [[80, 90], true, false, true]],
      ['to the very beginning', 30, 2, 0, [[10, 20, 30], true, false, false]],
      ['beyond the beginning', 20, 2, 0, [[10, 20], true, true, false]],
      ['everything', 50, 100, 100, [[10, 20, 30, 40, 50, 60, 70, 80, 90], true, true, true]],
      ['below all', 5, 2, 2, [[10, 20], false, true, false]],
      ['above all', 95, 2, 2, [[80, 90], false, false, true]],
      ['newest', newest, 2, 0, [[80, 90], false, false, true]],
      ['newest, and what comes after', newest, 2, 5, [[80, 90], false, false, true]],
      ['newest, nothing', newest, 0, 0, [[], false, false, true]],
      ['newest, everything', newest, 9, 0, [[10, 20, 30, 40, 50, 60, 70, 80, 90], false, false, true]],
      ['newest, more than everything', newest, 10, 0, [[10, 20, 30, 40, 50, 60, 70, 80, 90], false, true, true]],
      ['oldest', oldest, 0, 2, [[10, 20], false, true, false]],
      ['oldest, and what comes before', oldest, 5, 2, [[10, 20], false, true, false]],
      ['oldest, nothing', oldest, 5, 0, [[], false, true, false]],
    ];
    for (const [name, anchor, numBefore, numAfter, [ids, foundAnchor, foundOldest, foundNewest]] of cases)
      it(name, async () => {
        const { messages, ...found } = await listed(view, { anchor, numBefore, numAfter });
        expect(messages.map(({ id }) => id)).to.deep.equal(ids);
        expect(found).to.deep.equal({
          anchor,
          found_anchor: foundAnchor,
          found_oldest: foundOldest,
          found_newest: foundNewest,
          history_limited: false,
        });
      });

    it('is applied within a narrow', async () => {
      const narrow = [{ operator: 'stream', operand: 'other', negated: false }];
      expect(await listed(view, { anchor: 50, numBefore: 1, numAfter: 1, narrow })).to.deep.include({
        messages: [],
        found_anchor: false,
        found_oldest: true,
        found_newest: true,
      });
    });
  });

  describe('from the first unread', () => {
    const asked = { anchor: 'first_unread', numBefore: 1, numAfter: 1 } as const;
    const mine = (id: number) => sends(id, 1, inTopic(1, 'a'), 'mine', { client: 'website' });

    it('begins at the lowest unread message', async () => {
      const view = await viewAfter(
        mine(1),
        mine(2),
        sends(3, 2, inTopic(1, 'a')),
        mine(4),
        sends(5, 2, inTopic(1, 'a')),
      );
      const { messages, anchor, found_anchor } = await listed(view, asked);
      expect([anchor, found_anchor, messages.map(({ id }) => id)]).to.deep.equal([3, true, [2, 3, 4]]);
    });

    it('is the newest message if everything is read', async () => {
      const { messages, ...found } = await listed(await viewAfter(mine(1), mine(2)), asked);
      expect(messages.map(({ id }) => id)).to.deep.equal([2]);
      expect(found).to.deep.include({ anchor: newest, found_anchor: false, found_newest: true });
    });

    it('skips muted messages, unless the narrow names their channel', async () => {
      const sent = [sends(1, 2, inTopic(2, 'a')), sends(2, 2, inTopic(1, 'Loud')), sends(3, 2, inTopic(1, 'a'))];
      const view = await viewAfter(...sent, mutesChannel(1, 2), mutes(1, 1, 'loud'));
      const from = async (stream?: number) => {
        const narrow = stream === undefined ? [] : [{ operator: 'stream', operand: stream, negated: false }];
        return (await listed(view, { ...asked, narrow })).anchor;
      };
      expect([await from(), await from(2), await from(1)]).to.deep.equal([3, 1, 3]);
    });

    it('is never a message that the user did not receive', async () => {
      const view = await viewAfter(sends(1, 1, inTopic(1, 'a')), joins(1, 3), sends(2, 1, inTopic(1, 'a')));
      const narrow = [{ operator: 'stream', operand: 1, negated: false }];
      const { anchor, messages } = await listed(view, { ...asked, narrow }, 3);
      expect([anchor, messages.map(({ id }) => id)]).to.deep.equal([2, [1, 2]]);
    });
  });

  describe('shows', () => {
    it('a stream message with both names of its topic, and the current names of users', async () => {
      const renamed = happened('person-1.2', 'FullNameChanged', {
        userId: 2 as UserId,
        fullName: 'New Name',
        previousFullName: 'User 2',
      });
      const retitled = happened('channels-1.names', 'ChannelRenamed', {
        channelId: 1 as never,
        name: 'lobby',
        previousName: 'General',
      });
      const sent = sends(7, 2, inTopic(1, 'Topic'), text('/me waves'), { at: 12_345, client: 'curl' });
      const md5 = createHash('md5').update('user2@test.example').digest('hex');
      expect(await one(sent, renamed, retitled)).to.deep.equal({
        id: 7,
        type: 'stream',
        content: '<p>/me waves</p>',
        content_type: 'text/html',
        display_recipient: 'lobby',
        recipient_id: 3,
        sender_id: 2,
        sender_email: 'user2@test.example',
        sender_full_name: 'New Name',
        sender_realm_str: 'test',
        timestamp: 12,
        subject: 'Topic',
        topic: 'Topic',
        stream_id: 1,
        topic_links: [],
        avatar_url: `https://secure.gravatar.com/avatar/${md5}?d=identicon&version=1`,
        client: 'curl',
        is_me_message: true,
        reactions: [],
        submessages: [],
        flags: [],
      });
    });

    it('a private message with its participants, an empty subject and no topic', async () => {
      const message = await one(sends(1, 2, between(1, 2)));
      expect(message.display_recipient).to.deep.equal([
        { email: 'user1@test.example', full_name: 'User 1', id: 1, is_mirror_dummy: false },
        { email: 'user2@test.example', full_name: 'User 2', id: 2, is_mirror_dummy: false },
      ]);
      expect(message).to.include({ type: 'private', subject: '' });
      expect(message).to.not.have.any.keys('topic', 'stream_id');
    });

    it('the source text, and no avatars, on request', async () => {
      const view = await viewAfter(sends(1, 2, inTopic(1, 'a'), text('**x**')));
      const { messages } = await listed(view, { applyMarkdown: false, clientGravatar: true });
      expect(messages[0]).to.include({ content: '**x**', content_type: 'text/x-markdown', avatar_url: null });
    });

    it('edits, newest first, each with its changes', async () => {
      const place = inTopic(1, 'a');
      const message = await one(
        sends(1, 2, place, 'one'),
        edits(1, 2, place, 'two', 'one', { at: 5000 }),
        moves(1, { channel: 1, topic: 'a' }, { channel: 2, topic: 'b' }, 'one', { actor: 1 as UserId, at: 9999 }),
      );
      expect(message.last_edit_timestamp).to.equal(9);
      expect(message.edit_history).to.deep.equal([
        { user_id: 1, timestamp: 9, prev_subject: 'a', prev_stream: 1 },
        {
          user_id: 2,
          timestamp: 5,
          prev_content: 'one',
          prev_rendered_content: '<p>one</p>',
          prev_rendered_content_version: 1,
        },
      ]);
      expect(message).to.include({ content: '<p>two</p>', subject: 'b', stream_id: 2 });
    });
  });
});
