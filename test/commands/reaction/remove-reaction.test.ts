import { removeReaction } from '../../../commands/reaction/remove-reaction.ts';
import type { Append } from '../../../src/define/command.ts';
import { emojiNamed } from '../../../src/rendering/emoji.ts';
import type { Emoji } from '../../../src/vocabulary/events/reactions.ts';
import type { MessageId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { inTopic, leaves, opened, reacts, sends } from '../../support/past-events.ts';

const messageId = 10 as MessageId;
const plot = inTopic(2, 'Plot');
const tada: Emoji = { name: 'hooray', code: '1f389', type: 'unicode_emoji' };
const past = [
  ...organization(),
  opened(2, 'secret', [1, 3], { inviteOnly: true }),
  sends(10, 3, plot),
  reacts(10, 1, plot, tada),
];

type RequestedEmoji = { name?: string; code?: string; type?: Emoji['type'] };
const takingBack = (history: readonly Given[], actor: number, emoji: RequestedEmoji) =>
  given(history).when(
    removeReaction,
    { messageId, ...emoji },
    { actor, prepared: { named: emoji.name === undefined ? undefined : emojiNamed(emoji.name) } },
  );
const removed: Append = appends(logStream.emoji(realmId, messageId), 'ReactionRemoved', {
  messageId,
  place: plot,
  userId: user(1),
  emoji: tada,
});

describeCommand(removeReaction, () => {
  it('finds the reaction by its emoji, whatever its name is', () => {
    takingBack(past, 1, { name: 'tada' }).thenHappens(removed);
    takingBack(past, 1, { code: '1f389' }).thenHappens(removed);
    takingBack(past, 1, { name: 'octopus', code: '1f389', type: 'unicode_emoji' }).thenHappens(removed);
    takingBack(past, 1, { name: 'blorp', code: '1f389' }).thenHappens(removed);
  });

  it('looks the emoji up by its name, if there is one', async () => {
    const asked = (emoji: RequestedEmoji) =>
      given(past).whenPrepared(removeReaction, { messageId, ...emoji }, { actor: 1 });
    (await asked({ name: 'tada' })).thenHappens(removed);
    (await asked({ code: '1f389' })).thenHappens(removed);
    (await asked({ name: 'blorp' })).thenRefused('emoji-unknown', { name: 'blorp' });
  });

  it('requires a name or a code', () => {
    takingBack(past, 1, {}).thenRefused('emoji-unnamed');
    takingBack(past, 1, { name: 'blorp' }).thenRefused('emoji-unknown');
  });

  it("removes only the caller's own existing reaction", () => {
    takingBack(past, 3, { name: 'tada' }).thenRefused('reaction-missing');
    takingBack(past, 1, { name: 'octopus' }).thenRefused('reaction-missing');
    takingBack(past, 1, { code: '1f389', type: 'realm_emoji' }).thenRefused('reaction-missing');
    takingBack([...past, reacts(10, 1, plot, tada, { back: true })], 1, { name: 'tada' }).thenRefused(
      'reaction-missing',
    );
  });

  it('is allowed to users who may still read the place', () => {
    takingBack([...past, leaves(2, 1)], 1, { name: 'tada' }).thenRefused('message-missing');
    takingBack(past, 6, { name: 'tada' }).thenRefused('message-missing');
  });

  it('is limited', () => {
    const often = Array.from({ length: limits.reactionChangesPerUserMax }, (_, at) =>
      reacts(10, 1, plot, tada, { back: at % 2 === 0 }),
    );
    takingBack([...past, ...often], 1, { name: 'tada' }).thenRefused('reaction-changed-too-often');
  });
});
