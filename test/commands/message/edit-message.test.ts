import { expect } from 'chai';
import { editMessage } from '../../../commands/message/edit-message.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { askingFor, given } from '../../support/given.ts';
import { channel } from '../../support/organization.ts';
import { archived, between, deletes, edits, joins, leaves, moves, sends, text } from '../../support/past-events.ts';
import { at, change, edited, lunch, moved, past } from './editing.ts';
import { whereSettingsLimitEdits } from './edits-by-settings.ts';
import { whereEarlierVersionsMention } from './mentioned-before.ts';

const asks = askingFor(editMessage, past);

describeCommand(editMessage, () => {
  describe('content', () => {
    const wish = change(10, { content: 'Stew' });

    it('is changed by its sender; the event contains the previous content', () => {
      const result = asks(at(3), wish).thenHappens(edited(10));
      expect(result).to.deep.equal({ moved: 0, mentioned: 0, characters: 'StewSoup<p>Stew</p><p>Soup</p>'.length });
      asks(at(3), change(10, { content: 'Tea' }), edits(10, 3, lunch, 'Stew', 'Soup')).thenHappens(
        edited(10, { previous: { content: 'Stew', html: '<p>Stew</p>', rendererVersion: 1 } }),
      );
    });

    whereEarlierVersionsMention();

    it('changes nothing when asked twice', () => {
      asks(at(3), wish).andThen().when(editMessage, wish, at(3)).thenNothing();
    });

    it('and the topic are compared only for users who may change them, while they may', () => {
      const by = (user: ReturnType<typeof at>, id: number, same: { content?: string; topic?: string }) =>
        asks(user, change(id, same));
      by(at(1), 10, { content: 'Soup' }).thenRefused('edit-not-permitted');
      by(at(3, 10_000), 10, { content: 'Soup' }).thenRefused('edit-too-late');
      by(at(3, 86_420.001), 13, { topic: 'Lunch' }).thenRefused('edit-too-late');
    });

    it('is rendered as it is stored', async () => {
      const when = await given(past).whenPrepared(editMessage, wish, at(3));
      when.thenHappens(edited(10));
      expect(when.rendered).to.deep.equal(['Stew']);
    });

    it('is stored as (deleted) if it is blank', async () => {
      const when = await given(past).whenPrepared(editMessage, change(10, { content: ' \n' }), at(3));
      when.thenHappens(edited(10, { text: text('(deleted)') }));
      expect(when.rendered).to.deep.equal(['(deleted)']);
    });

    it('is not rendered if the change is refused or has no content', async () => {
      for (const wanted of [{ content: 'a\0' }, { topic: 'Dinner' }])
        expect((await given(past).whenPrepared(editMessage, change(10, wanted), at(3))).rendered).to.deep.equal([]);
    });

    it('is not changed by others, administrators included', () => {
      for (const actor of [1, 2, 6]) asks(at(actor), wish).thenRefused('edit-not-permitted');
    });

    it('can be changed for 10 minutes and 20 seconds, even by administrators', () => {
      asks(at(3, 620), wish).thenHappens(edited(10));
      asks(at(3, 620.001), wish).thenRefused('edit-too-late');
      asks(at(2, 620.001), change(13, { content: 'Stew' })).thenRefused('edit-too-late');
    });

    whereSettingsLimitEdits();

    it('can be changed a limited number of times; topics can still be moved (messageEditsMax)', () => {
      const [first, ...others] = Array.from({ length: limits.messageEditsMax }, (_, at) =>
        edits(10, 3, lunch, `v${at}`, 'x'),
      );
      const full = [...past, ...(first ? [first] : []), ...others];
      given(full).when(editMessage, wish, at(3)).thenRefused('edit-too-often');
      given(full)
        .when(editMessage, change(10, { topic: 'Dinner' }), at(3))
        .thenHappens(moved(10));
      asks(at(3), wish, ...others).thenHappens(
        edited(10, { previous: { content: 'v999', html: '<p>v999</p>', rendererVersion: 1 } }),
      );
    });

    it('must be a message: no NUL, at most 10,000 bytes', () => {
      const wanted = (content: string) => asks(at(3), change(10, { content }));
      wanted('a\0').thenRefused('message-content-null');
      wanted('x'.repeat(10_001)).thenRefused('message-content-too-long');
      wanted('x'.repeat(10_000)).thenHappens(edited(10));
    });

    it('can be changed by the sender of a private message, in its place', () => {
      const previous = { content: 'Psst', html: '<p>Psst</p>', rendererVersion: 1 };
      asks(at(3), change(11, { content: 'Stew' })).thenHappens(edited(11, { place: between(1, 3), previous }));
      asks(at(1), change(11, { content: 'Stew' })).thenRefused('edit-not-permitted');
    });
  });

  describe('messages that the caller cannot reach', () => {
    it('are missing: private messages of others, messages in streams closed to the caller, deleted ones, unknown ids', () => {
      asks(at(2), change(11, { content: 'x' })).thenRefused('message-missing');
      for (const actor of [2, 4, 6]) asks(at(actor), change(12, { content: 'x' })).thenRefused('message-missing');
      asks(at(3), change(10, { content: 'x' }), deletes(10, 3, lunch)).thenRefused('message-missing');
      asks(at(1), change(99, { content: 'x' })).thenRefused('message-missing');
    });

    it('are messages of a public stream for guests who are not subscribed', () => {
      asks(at(4), change(10, { topic: 'x' })).thenRefused('message-missing');
    });

    it('do not include messages that the caller received before leaving, but these cannot be changed any more', () => {
      for (const wish of [{ content: 'Stew' }, { content: 'Hush' }, { topic: 'Stew' }, { topic: 'Plot' }])
        asks(at(3), change(12, wish), leaves(3, 3)).thenRefused('edit-not-permitted');
      asks(at(2), change(12, { content: 'Stew' }), joins(3, 2)).thenRefused('message-missing');
    });
  });

  describe('topic', () => {
    const wish = change(10, { topic: 'Dinner' });

    it('is changed in parts for many messages, the requested one first', () => {
      const length = 2 * limits.topicMovePartMax;
      const many = Array.from({ length }, (_, number) => sends(100 + number, 3, lunch, 'x'));
      const asked = 100 + length - 1;
      const wish = change(asked, { topic: 'Dinner', which: 'all' });
      const decided = asks(at(3), wish, many);
      // The topic holds two messages before them: 10 and 13.
      const part = { range: { from: asked - 1, to: asked }, rest: [{ from: 10, to: asked - 2 }] };
      expect(decided.thenHappens(moved(asked, { which: 'all', part: part as never }))).to.deep.equal({
        moved: many.length + 2,
        mentioned: 0,
        characters: 0,
      });
    });

    it('is changed for one message, for later ones or for all', () => {
      asks(at(3), wish).thenHappens(moved(10));
      for (const which of ['later', 'all'] as const) asks(at(3), { ...wish, which }).thenHappens(moved(10, { which }));
    });

    it('changes nothing when asked twice', () => {
      asks(at(3), wish).andThen().when(editMessage, wish, at(3)).thenNothing();
      asks(at(2, 100_000), change(10, { topic: 'Lunch', channelId: 1 })).thenNothing();
    });

    it('is changed in the current place of the message', () => {
      asks(at(3), wish, moves(10, { channel: 1, topic: 'Lunch' }, { channel: 2, topic: 'Food' })).thenHappens(
        moved(10, {
          channelId: channel(2),
          topic: 'Food',
          to: { channelId: channel(2), topic: 'Dinner', topicLinks: ['x'] },
        }),
      );
    });

    it('may be changed in its case alone', () => {
      asks(at(3), change(10, { topic: 'LUNCH' })).thenHappens(
        moved(10, { to: { channelId: channel(1), topic: 'LUNCH', topicLinks: ['x'] } }),
      );
    });

    it('is searched for links', async () => {
      (await given(past).whenPrepared(editMessage, wish, at(3))).thenHappens(
        moved(10, { to: { channelId: channel(1), topic: 'Dinner', topicLinks: ['link of Dinner'] } }),
      );
    });

    it('changes together with the content, the content first', () => {
      asks(at(3), change(10, { topic: 'Dinner', content: 'Stew' })).thenHappens(edited(10), moved(10));
    });

    it('can be changed by others for a day and 20 seconds', () => {
      const byOther = change(13, { topic: 'Dinner' });
      asks(at(3, 86_420), byOther).thenHappens(moved(13));
      asks(at(3, 86_420.001), byOther).thenRefused('edit-too-late');
    });

    it('can be changed at any time by the sender, by administrators, and if there is none yet', () => {
      for (const actor of [3, 1, 2]) asks(at(actor, 1e6), wish).thenHappens(moved(10));
      asks(at(6, 1e6), change(14, { topic: 'Dinner' })).thenHappens(moved(14, { topic: '(no topic)' }));
    });

    it('must be a valid topic', () => {
      const to = (topic: string) => asks(at(3), change(10, { topic }));
      to('').thenRefused('topic-empty');
      to('a\nb').thenRefused('topic-characters');
      to('t'.repeat(61)).thenRefused('topic-too-long');
    });

    it('does not exist in private messages: there is nothing to change', () => {
      asks(at(3), change(11, { topic: 'Dinner' })).thenRefused('edit-nothing');
      asks(at(3), change(11, { topic: 'Dinner', content: 'Psst' })).thenNothing();
    });

    it('sends no notices, because the messages stay in their stream', () => {
      asks(at(3), { ...wish, noticeOld: true, noticeNew: true }).thenHappens(moved(10));
    });
  });

  describe('stream', () => {
    const wish = change(10, { channelId: 2 });
    const toOther = (topic = 'Lunch') => ({ channelId: channel(2), topic, topicLinks: ['x'] });

    it('is changed only by administrators, whenever the message was sent', () => {
      asks(at(2, 1e6), wish).thenHappens(moved(10, { to: toOther() }));
      asks(at(1), change(10, { channelId: 2, topic: 'Dinner' })).thenHappens(moved(10, { to: toOther('Dinner') }));
      for (const actor of [3, 6])
        for (const channelId of [2, 3, 77]) asks(at(actor), { ...wish, channelId }).thenRefused('move-not-permitted');
    });

    it('keeps the links of a topic that stays, with its name at the time of the decision', async () => {
      (await given(past).whenPrepared(editMessage, wish, at(2))).thenHappens(
        moved(10, { to: { ...toOther(), topicLinks: ['link of Lunch'] } }),
      );
    });

    it('sends notices to the old and to the new place, as requested', () => {
      for (const notices of [
        { noticeOld: true, noticeNew: false },
        { noticeOld: false, noticeNew: true },
      ])
        asks(at(2), { ...wish, ...notices }).thenHappens(moved(10, { to: toOther(), ...notices }));
    });

    it('moves many messages together', () => {
      asks(at(2), { ...wish, which: 'all' as const }).thenHappens(moved(10, { to: toOther(), which: 'all' }));
    });

    it('does not change together with the content', () => {
      asks(at(2), change(13, { channelId: 2, content: 'Stew' })).thenRefused('move-with-content');
    });

    it('must exist', () => {
      asks(at(2), change(10, { channelId: 77 })).thenRefused('move-channel-unknown');
      asks(at(2), wish, archived(2, 'Other')).thenRefused('move-channel-unknown');
    });

    it('must be public before and after', () => {
      for (const one of [change(10, { channelId: 3 }), change(12, { channelId: 1 })])
        asks(at(1), one).thenRefused('move-private');
    });
  });

  it('must be given: a request that changes nothing is refused, also for many messages', () => {
    asks(at(3), change(10, {})).thenRefused('edit-nothing');
    for (const which of ['later', 'all'] as const)
      asks(at(3), change(10, { content: 'Stew', which })).thenRefused('edit-propagate-without-topic');
  });
});
