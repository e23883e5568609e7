import { createEmoji } from '../../../commands/realm/create-emoji.ts';
import type { RealmEmojiId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { user } from '../../support/organization.ts';
import { founded, newUser } from '../../support/past-events.ts';
import { emojiCreated, emojiDeactivated, newBot, settingsChanged } from '../../support/writes.ts';

const past = [founded(), ...newUser(1, { role: 100 }), ...newUser(2), ...newUser(3, { role: 600 }), ...newBot(4, 1)];
const asks = askingFor(createEmoji, past);
const image = { token: 'a'.repeat(40), type: 'image/png', size: 9, sha256: 'sha' };
const created = (id: number, name = 'party', by = 2) =>
  appends(logStream.realm(realmId), 'EmojiCreated', {
    emoji: { id: id as RealmEmojiId, name, authorId: user(by), image },
  });
const party = { name: 'party', image };

describeCommand(createEmoji, () => {
  it('names an image, even like a Unicode emoji or a deactivated one', () => {
    for (const name of ['party', 'smile', 'a.b-c_1']) asks(2, { name, image }).thenHappens(created(1, name));
    asks(2, party, emojiCreated(1, 'party'), emojiDeactivated(1, 'party')).thenHappens(created(2));
  });

  it('refuses a name that is taken or invalid', () => {
    asks(2, party, emojiCreated(1, 'party')).thenRefused('emoji-taken');
    for (const name of ['', 'Party', 'pärty', 'a b', 'party.', '-', 'a:b'])
      asks(2, { name, image }).thenRefused('emoji-name-characters');
  });

  it('is for members, or only for administrators', () => {
    asks(3, party).thenRefused('guest-not-allowed');
    asks(4, party).thenRefused('bot-requests-refused');
    const closed = [...past, settingsChanged({ add_emoji_by_admins_only: true })];
    given(closed).when(createEmoji, party, { actor: 2 }).thenRefused('emoji-administrator-required');
    given(closed)
      .when(createEmoji, party, { actor: 1 })
      .thenHappens(created(1, 'party', 1));
  });

  it('refuses more than realmEmojiMax, deactivated ones included', () => {
    const many = Array.from({ length: limits.realmEmojiMax }, (_, id) => emojiCreated(id + 1, `e${id}`));
    asks(2, party, many.slice(1)).thenHappens(created(limits.realmEmojiMax));
    asks(2, party, many, emojiDeactivated(7, 'e6')).thenRefused('realm-emoji-too-many', {
      max: limits.realmEmojiMax,
      of: 'organization',
    });
  });

  it('limits the emoji of one member who is not an administrator, so that nobody uses up the limit of all (emojiPerUserMax)', () => {
    const many = (by: number) =>
      Array.from({ length: limits.emojiPerUserMax }, (_, id) => [
        emojiCreated(id + 1, `e${id}`, by),
        emojiDeactivated(id + 1, `e${id}`),
      ]).flat();
    asks(2, party, many(2)).thenRefused('realm-emoji-too-many', { max: limits.emojiPerUserMax, of: 'user' });
    asks(2, party, many(2).slice(2)).thenHappens(created(limits.emojiPerUserMax));
    asks(1, party, many(1)).thenHappens(created(limits.emojiPerUserMax + 1, 'party', 1));
  });
});
