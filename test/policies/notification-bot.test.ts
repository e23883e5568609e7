import { expect } from 'chai';
import { linkTo, notice, silentMention, withoutAsterisks } from '../../src/policies/notification-bot.ts';
import { renderMarkdown } from '../../src/rendering/markdown.ts';
import { notificationBot } from '../../src/state/notification-bot.ts';
import type { ChannelId, MessageId, UserId } from '../../src/vocabulary/ids.ts';
import { stateAfter } from '../support/given.ts';
import { between, founded, newUser, opened } from '../support/past-events.ts';
import { notificationBotCame } from './notification-bot-fixture.ts';

describe('the Notification Bot', () => {
  it('is the bot without an owner that has the address of the system bot', () => {
    expect(notificationBot(stateAfter([founded(), ...newUser(1), ...notificationBotCame(2)]))).to.equal(2);
  });

  it('is no other bot of the organization', () => {
    const other = notificationBotCame(2, { email: 'welcome-bot@test.example' });
    expect(notificationBot(stateAfter([founded(), ...other]))).to.equal(undefined);
  });

  it("is not a user's bot or a user, whatever the address", () => {
    const owned = notificationBotCame(2, { ownerId: 1 });
    expect(notificationBot(stateAfter([founded(), ...newUser(1), ...owned]))).to.equal(undefined);
    const [person] = notificationBotCame(1);
    const [, account] = newUser(1);
    if (!person || !account) throw new Error('two events make a user');
    expect(notificationBot(stateAfter([founded(), person, account]))).to.equal(undefined);
  });

  it('sends a message with a new id', () => {
    const state = stateAfter([founded(), ...notificationBotCame(2)]);
    const place = between(1, 2);
    const message = { place, writer: 1 as UserId, content: 'Hello' };
    expect(notice(state, { messageId: () => 7 as MessageId }, message)).to.deep.equal([
      { command: 'send-notice', input: { messageId: 7, senderId: 2, ...message } },
    ]);
  });

  it('sends nothing if there is no such bot, and uses no id', () => {
    const generate = {
      messageId: (): MessageId => {
        throw new Error('an id was minted');
      },
    };
    const message = { place: between(1, 2), writer: 1 as UserId, content: 'Hello' };
    expect(notice(stateAfter([founded()]), generate, message)).to.deep.equal([]);
  });

  it('mentions a user by name and id, without notifying them', () => {
    const state = stateAfter([founded(), ...newUser(3)]);
    expect(silentMention(state, 3 as UserId)).to.equal('@_**User 3|3**');
    expect(silentMention(state, 4 as UserId)).to.equal('@_**|4**');
  });

  it('links a stream, and a topic in it', () => {
    const state = stateAfter([founded(), opened(5, 'Plans', [])]);
    expect(linkTo(state, 5 as ChannelId)).to.equal('#**Plans**');
    expect(linkTo(state, 5 as ChannelId, 'lunch')).to.equal('#**Plans>lunch**');
    expect(linkTo(state, 6 as ChannelId)).to.equal('#****');
  });

  it('mentions nobody by the name of a stream or a topic, and begins no paragraph', () => {
    const name = 'x ** @**all** y';
    const channels = [{ channelId: 5 as ChannelId, name }];
    const state = stateAfter([founded(), opened(5, name, [])]);
    for (const content of [linkTo(state, 5 as ChannelId, `\n\n${name}`), `**${withoutAsterisks(name)}**`]) {
      const { wildcard, html } = renderMarkdown(content, { users: [], channels, linkifiers: [] });
      expect(wildcard).to.equal(false);
      expect(html.match(/<p>/g)).to.have.length(1);
    }
  });

  it('is not an account without a person', () => {
    const [, account] = notificationBotCame(2);
    if (!account) throw new Error('two events make a bot');
    expect(notificationBot(stateAfter([founded(), account]))).to.equal(undefined);
  });
});
