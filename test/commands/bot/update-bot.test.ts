import { expect } from 'chai';
import { updateBot } from '../../../commands/bot/update-bot.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { changedTooOften } from '../../support/erasure-writes.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { leaves, opened } from '../../support/past-events.ts';
import { deactivated, defaultsChanged, keyRotated, newBot, roleChanged } from '../../support/writes.ts';
import { badNames } from '../rules/bad-names.ts';

const past = organization();
const asks = askingFor(updateBot, past);
const bot = user(7);
const current = { fullName: 'Bot 7', ownerId: user(3), payloadUrl: 'https://hook.example/' };

describeCommand(updateBot, () => {
  it("is refused if the person's data were changed too often", () => {
    asks(3, { botId: bot, fullName: 'Hal' }, changedTooOften(7)).thenRefused('person-changed-too-often');
  });

  it('changes name and avatar together, or neither', () => {
    const avatar = { token: 'a'.repeat(40), type: 'image/png', size: 9, sha256: 'new' };
    const change = { botId: bot, fullName: 'Hal', avatar };
    asks(3, change).thenHappens({
      stream: logStream.person(realmId, bot),
      events: [
        { type: 'FullNameChanged', data: { userId: bot, fullName: 'Hal', previousFullName: 'Bot 7' } },
        { type: 'AvatarChanged', data: { userId: bot, version: 2, avatar, previous: null } },
      ],
    });
    asks(3, change, changedTooOften(7).slice(1)).thenRefused('person-changed-too-often');
  });

  it('changes owner and address in the directory first, then the name', () => {
    const wanted = { fullName: 'Hal', ownerId: user(2), payloadUrl: 'https://other.example/' };
    const when = asks(3, { botId: bot, ...wanted });
    when.thenHappens(
      {
        stream: logStream.directory(realmId),
        events: [
          { type: 'BotOwnerChanged', data: { userId: bot, ownerId: user(2), previousOwnerId: user(3) } },
          { type: 'ApiKeyRotated', data: { userId: bot, generation: 2, tokenGeneration: 2 } },
          {
            type: 'BotServiceChanged',
            data: { userId: bot, service: { payloadUrl: wanted.payloadUrl, interface: 1 } },
          },
        ],
      },
      appends(logStream.person(realmId, bot), 'FullNameChanged', {
        userId: bot,
        fullName: 'Hal',
        previousFullName: 'Bot 7',
      }),
    );
    when.thenAnswers(wanted);
  });

  it('records nothing when nothing changes, and returns the current values', () => {
    const when = asks(2, { botId: bot, ...current });
    when.thenNothing();
    when.thenAnswers(current);
    asks(3, { botId: bot }).thenNothing();
  });

  it('changes default streams, one by one, to those that its owner may enter', () => {
    const streams = [
      opened(1, 'open', [2]),
      opened(2, 'own', [3], { inviteOnly: true }),
      opened(3, 'shut', [2], { inviteOnly: true }),
    ];
    const changing = (defaults: object, more: object = {}, actor = 3) =>
      asks(actor, { botId: bot, defaults, ...more }, streams, defaultsChanged(7, 1, null));
    const is = (sending: number | null, register: number | null, allPublicStreams = false) => ({
      sendingChannelId: sending === null ? null : channel(sending),
      registerChannelId: register === null ? null : channel(register),
      allPublicStreams,
    });
    const becomes = (defaults: ReturnType<typeof is>) =>
      appends(logStream.directory(realmId), 'BotDefaultsChanged', { userId: bot, defaults });
    changing({ register: 'own' }).thenHappens(becomes(is(1, 2)));
    changing({ sending: '', allPublic: true }).thenHappens(becomes(is(null, null, true)));
    changing({ sending: '' }).thenHappens(becomes(is(null, null)));
    changing({ allPublic: true }).thenHappens(becomes(is(1, null, true)));
    changing({ sending: 'open' }).thenNothing();
    changing({ sending: 'open' }).thenAnswers({ ...current, defaults: is(1, null) });
    changing({ sending: 'shut' }).thenRefused('bot-default-channel-unknown', { name: 'shut' });
    // Administrators know of every stream, so that they may choose one that the owner alone may enter.
    changing({ register: 'own' }, {}, 2).thenHappens(becomes(is(1, 2)));
    // The administrator may enter it, but the owner may not.
    changing({ sending: 'shut' }, {}, 2).thenRefused('bot-default-channel-unknown', { name: 'shut' });
    changing({ sending: 'own' }, { ownerId: user(2) }).thenRefused('bot-default-channel-unknown', { name: 'own' });
    changing({ sending: 'shut' }, { ownerId: user(2) }, 2).thenAnswers({
      ...current,
      ownerId: user(2),
      defaults: is(3, null),
    });
  });

  it('removes the default streams of a bot that gets another owner', () => {
    asks(3, { botId: bot, ownerId: user(2) }, opened(1, 'open', [2, 3]), defaultsChanged(7, 1, 1)).thenAnswers({
      ...current,
      ownerId: user(2),
      defaults: { sendingChannelId: null, registerChannelId: null, allPublicStreams: false },
    });
  });

  it('does not reveal to a user who left a private stream whether somebody is subscribed', () => {
    const streams = [opened(4, 'left', [2, 3], { inviteOnly: true }), leaves(4, 3)].flat();
    asks(3, { botId: bot, ownerId: user(2), defaults: { sending: 'left' } }, streams).thenRefused(
      'bot-default-channel-unknown',
      { name: 'left' },
    );
  });

  it('limits how many bots of an organization have default streams', () => {
    const defaults = { sendingChannelId: channel(1), registerChannelId: null, allPublicStreams: false };
    const others = Array.from({ length: limits.botsWithDefaultsMax }, (_, at) =>
      newBot(100 + at, 30 + (at % 20), { defaults }),
    ).flat();
    asks(3, { botId: bot, defaults: { sending: 'open' } }, opened(1, 'open', [2]), others).thenRefused(
      'bots-with-defaults-too-many',
      { of: 'organization', max: limits.botsWithDefaultsMax },
    );
  });

  it("is only for the bot's owner and administrators", () => {
    asks(4, { botId: bot, fullName: 'Hal' }).thenRefused('permission-insufficient');
    asks(7, { botId: bot, fullName: 'Hal' }).thenRefused('permission-insufficient');
  });

  it('refuses people, unknown users and system bots', () => {
    for (const id of [3, 77, 8]) asks(1, { botId: user(id), fullName: 'Hal' }).thenRefused('bot-missing');
  });

  it('gives a bot only to active people who are not guests', () => {
    for (const ownerId of [4, 5, 6, 77])
      asks(3, { botId: bot, ownerId: user(ownerId) }).thenRefused('bot-owner-invalid');
  });

  it('replaces the key of a bot that gets another owner, whoever gives it, and of no other bot', () => {
    const key = { userId: user(6), generation: 5 };
    for (const actor of [3, 1])
      asks(actor, { botId: user(6), ownerId: user(2) }, keyRotated(6, 4)).thenHappens({
        stream: logStream.directory(realmId),
        events: [
          { type: 'BotOwnerChanged', data: { userId: user(6), ownerId: user(2), previousOwnerId: user(3) } },
          { type: 'ApiKeyRotated', data: key },
        ],
      });
    asks(1, { botId: user(6), ownerId: user(3) }).thenNothing();
  });

  it("keeps a bot's rights if its owner stays", () => {
    const named = (id: number) =>
      appends(logStream.person(realmId, user(id)), 'FullNameChanged', {
        userId: user(id),
        fullName: 'Hal',
        previousFullName: `Bot ${id}`,
      });
    asks(1, { botId: user(10), fullName: 'Hal' }, newBot(10, 1), appointed(10)).thenHappens(named(10));
    asks(1, { botId: user(6), fullName: 'Hal' }, roleChanged(6, 600, 400)).thenHappens(named(6));
  });

  it("makes a guest's bot a member when it gets another owner", () => {
    const { decision } = asks(
      1,
      { botId: user(6), ownerId: user(2) },
      roleChanged(3, 600, 400),
      roleChanged(6, 600, 400),
    );
    expect(decision.ok && decision.appends[0]?.events[2]).to.deep.equal({
      type: 'UserRoleChanged',
      data: { userId: user(6), role: 400, previousRole: 600 },
    });
  });

  it('refuses an owner who already has the maximum number of bots', () => {
    const others = Array.from({ length: limits.botsPerOwnerMax }, (_, at) => newBot(100 + at, 2)).flat();
    asks(3, { botId: bot, ownerId: user(2) }, others).thenRefused('bots-too-many', {
      max: limits.botsPerOwnerMax,
      ever: false,
    });
    const gone = Array.from({ length: limits.botsEverPerOwnerMax }, (_, at) => [
      newBot(100 + at, 2),
      deactivated(100 + at),
    ]);
    const { decision } = asks(3, { botId: bot, ownerId: user(2) }, gone.flat(2));
    expect(decision.ok, 'whoever made as many as one may gets those of others').to.equal(true);
    asks(3, { botId: bot, ownerId: user(2) }, others.slice(2)).thenAnswers({ ...current, ownerId: user(2) });
  });

  it('accepts a name that nobody else has, including its own in another case', () => {
    asks(3, { botId: bot, fullName: 'Bot 6' }).thenRefused('bot-name-taken');
    asks(3, { botId: bot, fullName: 'Bot 6' }, deactivated(6)).thenAnswers({ ...current, fullName: 'Bot 6' });
    asks(3, { botId: bot, fullName: 'BOT 7' }).thenAnswers({ ...current, fullName: 'BOT 7' });
  });

  for (const [fullName, code] of badNames)
    it(`refuses an invalid name: ${code}`, () => {
      asks(3, { botId: bot, fullName }).thenRefused(code);
    });

  it('trims the name', () => {
    asks(3, { botId: bot, fullName: ' Hal ' }).thenAnswers({ ...current, fullName: 'Hal' });
  });

  it('changes a bot without an address', () => {
    asks(3, { botId: user(6), fullName: 'Hal' }).thenAnswers({
      fullName: 'Hal',
      ownerId: user(3),
      payloadUrl: undefined,
    });
  });

  it("keeps a bot's owner, even if nobody could give it to them now", () => {
    asks(2, { botId: bot, ownerId: user(3) }, deactivated(3)).thenNothing();
  });

  it('accepts an address only for outgoing webhooks', () => {
    asks(3, { botId: user(6), payloadUrl: 'https://x.example/' }).thenRefused('bot-not-outgoing');
  });
});
