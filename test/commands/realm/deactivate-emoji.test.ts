import { deactivateEmoji } from '../../../commands/realm/deactivate-emoji.ts';
import type { RealmEmojiId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { founded, newUser } from '../../support/past-events.ts';
import { emojiCreated, emojiDeactivated, settingsChanged } from '../../support/writes.ts';

const past = [founded(), ...newUser(1, { role: 100 }), ...newUser(2), ...newUser(3), emojiCreated(1, 'party', 2)];
const asks = askingFor(deactivateEmoji, past);
const happens = appends(logStream.realm(realmId), 'EmojiDeactivated', { emojiId: 1 as RealmEmojiId, name: 'party' });
const party = { name: 'party' };

describeCommand(deactivateEmoji, () => {
  it('is for administrators and for the user who added it', () => {
    for (const actor of [1, 2]) asks(actor, party).thenHappens(happens);
    asks(3, party).thenRefused('emoji-not-author');
    const closed = [...past, settingsChanged({ add_emoji_by_admins_only: true })];
    given(closed).when(deactivateEmoji, party, { actor: 2 }).thenRefused('emoji-administrator-required');
    given(closed).when(deactivateEmoji, party, { actor: 1 }).thenHappens(happens);
  });

  it('refuses unknown and deactivated emoji', () => {
    asks(1, { name: 'smile' }).thenRefused('emoji-unknown', { name: 'smile' });
    asks(1, party, emojiDeactivated(1, 'party')).thenRefused('emoji-unknown');
  });
});
