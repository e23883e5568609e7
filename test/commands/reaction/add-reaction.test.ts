import { addReaction } from '../../../commands/reaction/add-reaction.ts';
import type { Append } from '../../../src/define/command.ts';
import { emojiNamed, isEmojiCode } from '../../../src/rendering/emoji.ts';
import type { Emoji } from '../../../src/vocabulary/events/reactions.ts';
import type { MessageId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import type { Place } from '../../../src/vocabulary/places.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, realmId } from '../../support/given.ts';
import { lowerLimits } from '../../support/lower-limits.ts';
import { organization, user } from '../../support/organization.ts';
import {
  archived,
  between,
  deletes,
  inTopic,
  leaves,
  moves,
  opened,
  reacts,
  sends,
} from '../../support/past-events.ts';
import { emojiCreated, emojiDeactivated } from '../../support/writes.ts';

const base = [
  ...organization(),
  opened(1, 'Plans', [1, 3]),
  opened(2, 'secret', [1, 3], { inviteOnly: true }),
  opened(3, 'news', [1, 3], { postPolicy: 2 }),
];
const lunch = inTopic(1, 'Lunch');
const messageId = 10 as MessageId;
const past = [...base, sends(10, 3, lunch)];
const tada: Emoji = { name: 'tada', code: '1f389', type: 'unicode_emoji' };

type RequestedEmoji = { name: string; code?: string; type?: Emoji['type'] };
const reacting = (history: readonly Given[], actor: number, requested: RequestedEmoji) =>
  given(history).when(
    addReaction,
    { messageId, ...requested },
    {
      actor,
      prepared: {
        named: emojiNamed(requested.name),
        isCode: requested.code !== undefined && isEmojiCode(requested.code),
      },
    },
  );
const added = (userId: number, emoji: Emoji, place: Place = lunch): Append =>
  appends(logStream.emoji(realmId, messageId), 'ReactionAdded', { messageId, place, userId: user(userId), emoji });

describeCommand(addReaction, () => {
  lowerLimits({ reactionsPerMessageMax: 10, reactionChangesPerUserMax: 6, reactionChangesMax: 20 });

  it('derives code and type from the name', () => {
    reacting(past, 1, { name: 'tada' }).thenHappens(added(1, tada));
    reacting(past, 1, { name: 'zulip' }).thenHappens(
      added(1, { name: 'zulip', code: 'zulip', type: 'zulip_extra_emoji' }),
    );
    reacting(past, 1, { name: 'blorp' }).thenRefused('emoji-unknown');
    reacting(past, 1, { name: 'blorp', code: '1f389' }).thenRefused('emoji-unknown');
    reacting(past, 1, { name: 'blorp', type: 'unicode_emoji' }).thenRefused('emoji-unknown');
  });

  it('compares name, code and type', () => {
    reacting(past, 1, { ...tada }).thenHappens(added(1, tada));
    reacting(past, 1, { ...tada, name: 'octopus' }).thenRefused('emoji-name-invalid');
    reacting(past, 1, { ...tada, name: 'blorp' }).thenRefused('emoji-name-invalid');
    reacting(past, 1, { ...tada, code: 'ffff' }).thenRefused('emoji-code-invalid');
    reacting(past, 1, { ...tada, type: 'zulip_extra_emoji' }).thenRefused('emoji-code-invalid');
    reacting(past, 1, { ...tada, type: 'realm_emoji' }).thenRefused('emoji-code-invalid');
  });

  it('finds the emoji by name and type, and checks a given code', async () => {
    const asked = (requested: RequestedEmoji) =>
      given(past).whenPrepared(addReaction, { messageId, ...requested }, { actor: 1 });
    (await asked({ name: 'tada' })).thenHappens(added(1, tada));
    (await asked({ ...tada })).thenHappens(added(1, tada));
    (await asked({ ...tada, name: 'octopus' })).thenRefused('emoji-name-invalid');
    (await asked({ ...tada, code: 'ffff' })).thenRefused('emoji-code-invalid');
  });

  it("accepts the codes of the organization's own emoji that can still be used", () => {
    const own = [...past, emojiCreated(1, 'party'), emojiCreated(2, 'old'), emojiDeactivated(2, 'old')];
    const react = (code: string, type: Emoji['type'] = 'realm_emoji') =>
      reacting(own, 1, { name: 'octopus', code, type });
    react('1').thenRefused('emoji-name-invalid');
    for (const code of ['2', '3']) react(code).thenRefused('emoji-code-invalid');
    react('1', 'zulip_extra_emoji').thenRefused('emoji-code-invalid');
  });

  it('uses the name of the first reaction for the same emoji, even if that name is unknown now', () => {
    const first = reacts(10, 3, lunch, { ...tada, name: 'forgotten' });
    reacting([...past, first], 1, { name: 'blorp', code: '1f389', type: 'unicode_emoji' }).thenHappens(
      added(1, { ...tada, name: 'forgotten' }),
    );
  });

  it('uses the name that the first user gave the emoji', () => {
    const first = reacts(10, 3, lunch, { ...tada, name: 'hooray' });
    reacting([...past, first], 1, { ...tada }).thenHappens(added(1, { ...tada, name: 'hooray' }));
  });

  it('is possible once for each user and emoji', () => {
    const twice = [...past, reacts(10, 1, lunch, tada)];
    reacting(twice, 1, { name: 'tada' }).thenRefused('reaction-exists');
    reacting(twice, 3, { name: 'tada' }).thenHappens(added(3, tada));
    reacting(twice, 1, { name: 'octopus' }).thenHappens(
      added(1, { name: 'octopus', code: '1f419', type: 'unicode_emoji' }),
    );
    reacting([...twice, reacts(10, 1, lunch, tada, { back: true })], 1, { name: 'tada' }).thenHappens(added(1, tada));
  });

  it('is allowed to users who may read the current place, whether they may post there or not', () => {
    reacting(past, 6, { name: 'tada' }).thenHappens(added(6, tada));
    const news = [...base, sends(10, 1, inTopic(3, 'Lunch'))];
    reacting(news, 3, { name: 'tada' }).thenHappens(added(3, tada, inTopic(3, 'Lunch')));
    const secret = [...base, sends(10, 3, inTopic(2, 'Plot'))];
    reacting(secret, 1, { name: 'tada' }).thenHappens(added(1, tada, inTopic(2, 'Plot')));
    reacting(secret, 6, { name: 'tada' }).thenRefused('message-missing');
    reacting([...secret, leaves(2, 1)], 1, { name: 'tada' }).thenRefused('message-missing');
    reacting([...past, archived(1, 'Plans')], 1, { name: 'tada' }).thenRefused('message-missing');
  });

  it('is allowed to the participants of a private conversation', () => {
    const dialogue = [...base, sends(10, 3, between(1, 3))];
    reacting(dialogue, 1, { name: 'tada' }).thenHappens(added(1, tada, between(1, 3)));
    reacting(dialogue, 6, { name: 'tada' }).thenRefused('message-missing');
  });

  it('records the current place of the message, and refuses messages that were deleted or never sent', () => {
    const moved = [...past, moves(10, { channel: 1, topic: 'Lunch' }, { channel: 1, topic: 'Dinner' })];
    reacting(moved, 1, { name: 'tada' }).thenHappens(added(1, tada, inTopic(1, 'Dinner')));
    reacting([...past, deletes(10, 3, lunch)], 1, { name: 'tada' }).thenRefused('message-missing');
    reacting(base, 1, { name: 'tada' }).thenRefused('message-missing');
  });

  it('is limited (reactionsPerMessageMax, reactionChangesMax, reactionChangesPerUserMax)', () => {
    const existing = Array.from({ length: limits.reactionsPerMessageMax }, (_, at) =>
      reacts(10, 100 + at, lunch, tada),
    );
    reacting([...past, ...existing.slice(1)], 1, { name: 'tada' }).thenHappens(added(1, tada));
    reacting([...past, ...existing], 1, { name: 'tada' }).thenRefused('reactions-too-many');
    const changes = (count: number, userOf: (at: number) => number) =>
      Array.from({ length: count }, (_, at) =>
        reacts(10, userOf(Math.floor(at / 2)), lunch, tada, { back: at % 2 === 1 }),
      );
    const own = changes(limits.reactionChangesPerUserMax, () => 1);
    reacting([...past, ...own.slice(0, -2)], 1, { name: 'tada' }).thenHappens(added(1, tada));
    reacting([...past, ...own], 1, { name: 'tada' }).thenRefused('reaction-changed-too-often');
    reacting([...past, ...own], 3, { name: 'tada' }).thenHappens(added(3, tada));
    const everybodys = changes(limits.reactionChangesMax, (pair) => 100 + pair);
    reacting([...past, ...everybodys.slice(0, -2)], 1, { name: 'tada' }).thenHappens(added(1, tada));
    reacting([...past, ...everybodys], 1, { name: 'tada' }).thenRefused('reaction-changed-too-often');
  });
});
