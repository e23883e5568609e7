import { expect } from 'chai';
import { editMessage } from '../../../commands/message/edit-message.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given } from '../../support/given.ts';
import { channel } from '../../support/organization.ts';
import { archived, between, deletes, edits, joins, leaves, moves, sends, text } from '../../support/past-events.ts';
import { at, change, edited, lunch, moved, past } from './editing.ts';
import { whereSettingsLimitEdits } from './edits-by-settings.ts';
import { whereEarlierVersionsMention } from './mentioned-before.ts';

describeCommand(editMessage, () => {
  describe('content', () => {
    const wish = change(10, { content: 'Stew' });

    it('is changed by its sender; the event contains the previous content', () => {
      const result = given(past).when(editMessage, wish, at(3)).thenHappens(edited(10));
      expect(result).to.deep.equal({ moved: 0, mentioned: 0, characters: 'StewSoup<p>Stew</p><p>Soup</p>'.length });
      given(past, edits(10, 3, lunch, 'Stew', 'Soup'))
        .when(editMessage, change(10, { content: 'Tea' }), at(3))
        .thenHappens(edited(10, { previous: { content: 'Stew', html: '<p>Stew</p>', rendererVersion: 1 } }));
    });

    whereEarlierVersionsMention();

    it('changes nothing when asked twice', () => {
      given(past).when(editMessage, wish, at(3)).andThen().when(editMessage, wish, at(3)).thenNothing();
    });

    it('and the topic are compared only for users who may change them, while they may', () => {
      const by = (user: ReturnType<typeof at>, id: number, same: { content?: string; topic?: string }) =>
        given(past).when(editMessage, change(id, same), user);
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
      for (const actor of [1, 2, 6]) given(past).when(editMessage, wish, at(actor)).thenRefused('edit-not-permitted');
    });

    it('can be changed for 10 minutes and 20 seconds, even by administrators', () => {
      given(past).when(editMessage, wish, at(3, 620)).thenHappens(edited(10));
      given(past).when(editMessage, wish, at(3, 620.001)).thenRefused('edit-too-late');
      given(past)
        .when(editMessage, change(13, { content: 'Stew' }), at(2, 620.001))
        .thenRefused('edit-too-late');
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
      given(past, ...others)
        .when(editMessage, wish, at(3))
        .thenHappens(edited(10, { previous: { content: 'v999', html: '<p>v999</p>', rendererVersion: 1 } }));
    });

    it('must be a message: no NUL, at most 10,000 bytes', () => {
      const wanted = (content: string) => given(past).when(editMessage, change(10, { content }), at(3));
      wanted('a\0').thenRefused('message-content-null');
      wanted('x'.repeat(10_001)).thenRefused('message-content-too-long');
      wanted('x'.repeat(10_000)).thenHappens(edited(10));
    });

    it('can be changed by the sender of a private message, in its place', () => {
      const previous = { content: 'Psst', html: '<p>Psst</p>', rendererVersion: 1 };
      given(past)
        .when(editMessage, change(11, { content: 'Stew' }), at(3))
        .thenHappens(edited(11, { place: between(1, 3), previous }));
      given(past)
        .when(editMessage, change(11, { content: 'Stew' }), at(1))
        .thenRefused('edit-not-permitted');
    });
  });

  describe('messages that the caller cannot reach', () => {
    it('are missing: private messages of others, messages in streams closed to the caller, deleted ones, unknown ids', () => {
      given(past)
        .when(editMessage, change(11, { content: 'x' }), at(2))
        .thenRefused('message-missing');
      for (const actor of [2, 4, 6])
        given(past)
          .when(editMessage, change(12, { content: 'x' }), at(actor))
          .thenRefused('message-missing');
      given(past, deletes(10, 3, lunch))
        .when(editMessage, change(10, { content: 'x' }), at(3))
        .thenRefused('message-missing');
      given(past)
        .when(editMessage, change(99, { content: 'x' }), at(1))
        .thenRefused('message-missing');
    });

    it('are messages of a public stream for guests who are not subscribed', () => {
      given(past)
        .when(editMessage, change(10, { topic: 'x' }), at(4))
        .thenRefused('message-missing');
    });

    it('do not include messages that the caller received before leaving, but these cannot be changed any more', () => {
      for (const wish of [{ content: 'Stew' }, { content: 'Hush' }, { topic: 'Stew' }, { topic: 'Plot' }])
        given(past, leaves(3, 3)).when(editMessage, change(12, wish), at(3)).thenRefused('edit-not-permitted');
      given(past, joins(3, 2))
        .when(editMessage, change(12, { content: 'Stew' }), at(2))
        .thenRefused('message-missing');
    });
  });

  describe('topic', () => {
    const wish = change(10, { topic: 'Dinner' });

    it('is changed in parts for many messages, the requested one first', () => {
      const length = 2 * limits.topicMovePartMax;
      const many = Array.from({ length }, (_, number) => sends(100 + number, 3, lunch, 'x'));
      const asked = 100 + length - 1;
      const wish = change(asked, { topic: 'Dinner', which: 'all' });
      const decided = given(past, many).when(editMessage, wish, at(3));
      // The topic holds two messages before them: 10 and 13.
      const part = { range: { from: asked - 1, to: asked }, rest: [{ from: 10, to: asked - 2 }] };
      expect(decided.thenHappens(moved(asked, { which: 'all', part: part as never }))).to.deep.equal({
        moved: many.length + 2,
        mentioned: 0,
        characters: 0,
      });
    });

    it('is changed for one message, for later ones or for all', () => {
      given(past).when(editMessage, wish, at(3)).thenHappens(moved(10));
      for (const which of ['later', 'all'] as const)
        given(past)
          .when(editMessage, { ...wish, which }, at(3))
          .thenHappens(moved(10, { which }));
    });

    it('changes nothing when asked twice', () => {
      given(past).when(editMessage, wish, at(3)).andThen().when(editMessage, wish, at(3)).thenNothing();
      given(past)
        .when(editMessage, change(10, { topic: 'Lunch', channelId: 1 }), at(2, 100_000))
        .thenNothing();
    });

    it('is changed in the current place of the message', () => {
      given(past, moves(10, { channel: 1, topic: 'Lunch' }, { channel: 2, topic: 'Food' }))
        .when(editMessage, wish, at(3))
        .thenHappens(
          moved(10, {
            channelId: channel(2),
            topic: 'Food',
            to: { channelId: channel(2), topic: 'Dinner', topicLinks: ['x'] },
          }),
        );
    });

    it('may be changed in its case alone', () => {
      given(past)
        .when(editMessage, change(10, { topic: 'LUNCH' }), at(3))
        .thenHappens(moved(10, { to: { channelId: channel(1), topic: 'LUNCH', topicLinks: ['x'] } }));
    });

    it('is searched for links', async () => {
      (await given(past).whenPrepared(editMessage, wish, at(3))).thenHappens(
        moved(10, { to: { channelId: channel(1), topic: 'Dinner', topicLinks: ['link of Dinner'] } }),
      );
    });

    it('changes together with the content, the content first', () => {
      given(past)
        .when(editMessage, change(10, { topic: 'Dinner', content: 'Stew' }), at(3))
        .thenHappens(edited(10), moved(10));
    });

    it('can be changed by others for a day and 20 seconds', () => {
      const byOther = change(13, { topic: 'Dinner' });
      given(past).when(editMessage, byOther, at(3, 86_420)).thenHappens(moved(13));
      given(past).when(editMessage, byOther, at(3, 86_420.001)).thenRefused('edit-too-late');
    });

    it('can be changed at any time by the sender, by administrators, and if there is none yet', () => {
      for (const actor of [3, 1, 2]) given(past).when(editMessage, wish, at(actor, 1e6)).thenHappens(moved(10));
      given(past)
        .when(editMessage, change(14, { topic: 'Dinner' }), at(6, 1e6))
        .thenHappens(moved(14, { topic: '(no topic)' }));
    });

    it('must be a valid topic', () => {
      const to = (topic: string) => given(past).when(editMessage, change(10, { topic }), at(3));
      to('').thenRefused('topic-empty');
      to('a\nb').thenRefused('topic-characters');
      to('t'.repeat(61)).thenRefused('topic-too-long');
    });

    it('does not exist in private messages: there is nothing to change', () => {
      given(past)
        .when(editMessage, change(11, { topic: 'Dinner' }), at(3))
        .thenRefused('edit-nothing');
      given(past)
        .when(editMessage, change(11, { topic: 'Dinner', content: 'Psst' }), at(3))
        .thenNothing();
    });

    it('sends no notices, because the messages stay in their stream', () => {
      given(past)
        .when(editMessage, { ...wish, noticeOld: true, noticeNew: true }, at(3))
        .thenHappens(moved(10));
    });
  });

  describe('stream', () => {
    const wish = change(10, { channelId: 2 });
    const toOther = (topic = 'Lunch') => ({ channelId: channel(2), topic, topicLinks: ['x'] });

    it('is changed only by administrators, whenever the message was sent', () => {
      given(past)
        .when(editMessage, wish, at(2, 1e6))
        .thenHappens(moved(10, { to: toOther() }));
      given(past)
        .when(editMessage, change(10, { channelId: 2, topic: 'Dinner' }), at(1))
        .thenHappens(moved(10, { to: toOther('Dinner') }));
      for (const actor of [3, 6])
        for (const channelId of [2, 3, 77])
          given(past)
            .when(editMessage, { ...wish, channelId }, at(actor))
            .thenRefused('move-not-permitted');
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
        given(past)
          .when(editMessage, { ...wish, ...notices }, at(2))
          .thenHappens(moved(10, { to: toOther(), ...notices }));
    });

    it('moves many messages together', () => {
      given(past)
        .when(editMessage, { ...wish, which: 'all' as const }, at(2))
        .thenHappens(moved(10, { to: toOther(), which: 'all' }));
    });

    it('does not change together with the content', () => {
      given(past)
        .when(editMessage, change(13, { channelId: 2, content: 'Stew' }), at(2))
        .thenRefused('move-with-content');
    });

    it('must exist', () => {
      given(past)
        .when(editMessage, change(10, { channelId: 77 }), at(2))
        .thenRefused('move-channel-unknown');
      given(past, archived(2, 'Other')).when(editMessage, wish, at(2)).thenRefused('move-channel-unknown');
    });

    it('must be public before and after', () => {
      for (const one of [change(10, { channelId: 3 }), change(12, { channelId: 1 })])
        given(past).when(editMessage, one, at(1)).thenRefused('move-private');
    });
  });

  it('must be given: a request that changes nothing is refused, also for many messages', () => {
    given(past).when(editMessage, change(10, {}), at(3)).thenRefused('edit-nothing');
    for (const which of ['later', 'all'] as const)
      given(past)
        .when(editMessage, change(10, { content: 'Stew', which }), at(3))
        .thenRefused('edit-propagate-without-topic');
  });
});
