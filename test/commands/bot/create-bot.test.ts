import { expect } from 'chai';
import { createBot } from '../../../commands/bot/create-bot.ts';
import type { BotAccount } from '../../../src/vocabulary/events/directory.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, type Given, given, realmId } from '../../support/given.ts';
import { lowerLimits } from '../../support/lower-limits.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { newUser, opened } from '../../support/past-events.ts';
import { deactivated, newBot, ownerChanged, settingsChanged } from '../../support/writes.ts';
import { badNames } from '../rules/bad-names.ts';

const past = [...organization().slice(0, -1), ...newUser(9)];
const asks = askingFor(createBot, past);
const wanted = { fullName: ' Hal ', shortName: ' hal ', type: 1 as const };
const email = 'hal-bot@test.example';

const defaultsIn = (id: number) => ({
  sendingChannelId: channel(id),
  registerChannelId: null,
  allPublicStreams: false,
});
const settled = (bots: readonly Given[][]): Given[] => bots.flat();

const happens = (bot: BotAccount) =>
  [
    appends(logStream.person(realmId, user(10)), 'PersonDescribed', {
      userId: user(10),
      fullName: 'Hal',
      email,
      timezone: '',
    }),
    appends(logStream.directory(realmId), 'UserCreated', {
      userId: user(10),
      role: 400,
      addressFingerprint: `fp:${email}`,
      bot,
    }),
  ] as const;

describeCommand(createBot, () => {
  lowerLimits({ botsPerOwnerMax: 8, botsEverPerOwnerMax: 12, botsWithDefaultsMax: 20, botsWithDefaultsPerOwnerMax: 5 });

  it('uses the sent image as its avatar', () => {
    const avatar = { token: 'a'.repeat(40), type: 'image/png', size: 9, sha256: 'new' };
    asks(3, { ...wanted, avatar }).thenHappens(
      ...happens({ type: 1, ownerId: user(3) }),
      appends(logStream.person(realmId, user(10)), 'AvatarChanged', {
        userId: user(10),
        version: 2,
        avatar,
        previous: null,
      }),
    );
  });

  it("makes a member's bot, with an address in the organization's own domain", () => {
    asks(3, wanted).thenHappens(...happens({ type: 1, ownerId: user(3) }));
  });

  it('stores the address to which an outgoing webhook posts, and none for other bots', () => {
    const payloadUrl = 'http://127.0.0.1:5002/';
    asks(3, { ...wanted, type: 3, payloadUrl }).thenHappens(
      ...happens({ type: 3, ownerId: user(3), service: { payloadUrl, interface: 1 } }),
    );
    asks(3, { ...wanted, type: 2, payloadUrl }).thenHappens(...happens({ type: 2, ownerId: user(3) }));
  });

  it('chooses default streams that the owner may enter, by name', () => {
    const streams = [
      opened(1, 'open', [2]),
      opened(2, 'own', [3], { inviteOnly: true }),
      opened(3, 'shut', [2], { inviteOnly: true }),
    ];
    const creating = (defaults: object) => asks(3, { ...wanted, defaults }, streams);
    const defaults = { sendingChannelId: channel(1), registerChannelId: channel(2), allPublicStreams: true };
    const when = creating({ sending: 'OPEN', register: 'own', allPublic: true });
    when.thenHappens(...happens({ type: 1, ownerId: user(3), defaults }));
    when.thenAnswers({ userId: user(10), email, defaults });
    creating({ sending: '' }).thenHappens(
      ...happens({
        type: 1,
        ownerId: user(3),
        defaults: { sendingChannelId: null, registerChannelId: null, allPublicStreams: false },
      }),
    );
    creating({}).thenHappens(...happens({ type: 1, ownerId: user(3) }));
    for (const name of ['shut', 'nowhere', ' '])
      creating({ register: name }).thenRefused('bot-default-channel-unknown', { name });
  });

  it('limits how many bots of an organization have default streams (botsWithDefaultsMax, botsWithDefaultsPerOwnerMax)', () => {
    const bots = Array.from({ length: limits.botsWithDefaultsMax }, (_, at) =>
      // Of twenty owners, none of whom has too many.
      newBot(100 + at, 30 + (at % limits.botsWithDefaultsPerOwnerMax), { defaults: defaultsIn(1) }),
    );
    const creating = (ids: typeof bots, sending: string) =>
      given([...past, opened(1, 'open', [2]), ...settled(ids)]).when(
        createBot,
        { ...wanted, defaults: { sending, allPublic: true } },
        { actor: 2 },
      );
    creating(bots, 'open').thenRefused('bots-with-defaults-too-many', {
      of: 'organization',
      max: limits.botsWithDefaultsMax,
    });
    const own = Array.from({ length: limits.botsWithDefaultsPerOwnerMax }, (_, at) =>
      newBot(100 + at, 2, { defaults: defaultsIn(1) }),
    );
    creating(own, 'open').thenRefused('bots-with-defaults-too-many', {
      of: 'owner',
      max: limits.botsWithDefaultsPerOwnerMax,
    });
    creating(bots, '').thenAnswers({
      userId: user(100 + limits.botsWithDefaultsMax),
      email,
      defaults: { ...defaultsIn(1), sendingChannelId: null, allPublicStreams: true },
    });
    creating(bots.slice(1), 'open').thenAnswers({
      userId: user(100 + limits.botsWithDefaultsMax),
      email,
      defaults: { ...defaultsIn(1), allPublicStreams: true },
    });
  });

  it('is only for administrators, or only generic bots are, if the organization is set so', () => {
    for (const [policy, type, mayMembers] of [
      [1, 1, true],
      [2, 1, false],
      [2, 2, true],
      [3, 1, false],
      [3, 2, false],
    ] as const) {
      const creating = (actor: number) =>
        asks(actor, { ...wanted, type }, settingsChanged({ bot_creation_policy: policy }));
      if (mayMembers) creating(3).thenHappens(...happens({ type, ownerId: user(3) }));
      else creating(3).thenRefused('administrator-required');
      creating(2).thenHappens(...happens({ type, ownerId: user(2) }));
    }
  });

  it('is refused for guests and bots', () => {
    asks(4, wanted).thenRefused('guest-not-allowed');
    asks(6, wanted).thenRefused('bot-requests-refused');
    asks(null, wanted).thenRefused('bot-requests-refused');
  });

  it('refuses a username that is taken', () => {
    const bot = { ...wanted, shortName: 'HAL' };
    const first = happens({ type: 1, ownerId: user(3) }).flatMap(({ stream, events }) =>
      events.map((event) => ({ stream, event })),
    );
    asks(3, { ...bot, fullName: 'Sal' }, first).thenRefused('bot-username-taken');
  });

  it('refuses the name of an active user, regardless of case', () => {
    asks(3, { ...wanted, fullName: 'uSER 1' }).thenRefused('bot-name-taken');
    asks(3, { ...wanted, fullName: 'Bot 6' }, deactivated(6)).thenAnswers({ userId: user(10), email });
  });

  for (const shortName of ['', '  ', 'a b', 'a@b', '.a', 'a..b', 'é', 'x'.repeat(61)])
    it(`refuses the username '${shortName.slice(0, 10)}'`, () => {
      asks(3, { ...wanted, shortName }).thenRefused('bot-username-invalid');
    });

  for (const [fullName, code] of badNames)
    it(`refuses an invalid name: ${code}`, () => {
      asks(3, { ...wanted, fullName }).thenRefused(code, {});
    });

  it('refuses more bots than an owner may have, counting active ones and all that were ever made (botsPerOwnerMax, botsEverPerOwnerMax)', () => {
    const bots = (count: number) => Array.from({ length: count }, (_, at) => newBot(100 + at, 1)).flat();
    const gone = (count: number) => Array.from({ length: count }, (_, at) => deactivated(100 + at));
    const ask = (...more: Parameters<typeof given>) => asks(1, wanted, ...more);
    ask(bots(limits.botsPerOwnerMax)).thenRefused('bots-too-many', { max: limits.botsPerOwnerMax, ever: false });
    expect(ask(bots(limits.botsPerOwnerMax), gone(1)).decision.ok).to.equal(true);
    ask(bots(limits.botsEverPerOwnerMax), gone(limits.botsEverPerOwnerMax)).thenRefused('bots-too-many', {
      max: limits.botsEverPerOwnerMax,
      ever: true,
    });
    // Who gave them away made them, and who got them did not.
    const handedOver = Array.from({ length: limits.botsEverPerOwnerMax }, (_, at) => ownerChanged(100 + at, 2, 1));
    const away = [bots(limits.botsEverPerOwnerMax), gone(limits.botsEverPerOwnerMax), handedOver];
    ask(...away).thenRefused('bots-too-many', { max: limits.botsEverPerOwnerMax, ever: true });
    expect(asks(2, wanted, ...away).decision.ok).to.equal(true);
    asks(2, wanted, bots(limits.botsPerOwnerMax)).thenAnswers({ userId: user(100 + limits.botsPerOwnerMax), email });
  });

  it('requires an address for an outgoing webhook, and only for it', () => {
    const accepts = (more: object) => createBot.input.safeParse({ ...wanted, ...more }).success;
    expect(accepts({ type: 3 })).to.equal(false);
    expect(accepts({ type: 3, payloadUrl: 'https://hook.example/' })).to.equal(true);
    expect(accepts({ type: 1 })).to.equal(true);
  });
});
