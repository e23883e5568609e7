import { expect } from 'chai';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, happened, plainTools, realmId, stateAfter } from '../../support/given.ts';
import { channel, user } from '../../support/organization.ts';
import { archived, opened } from '../../support/past-events.ts';
import { wants } from '../../support/writes.ts';
import { crowd, crowded, manyNames } from './crowd.ts';
import { whatOthersDoMeanwhile } from './meanwhile.ts';
import { whatNamesStreamsHave } from './names.ts';
import {
  added,
  describedUpTo,
  fullOfChannels,
  inChannels,
  made,
  names,
  past,
  prepared,
  withFewStreams,
} from './subscribing.ts';
import { whoMaySubscribe } from './who-may-subscribe.ts';

const asks = askingFor(subscribe, past, { prepared });

const nothing = { subscribed: {}, alreadySubscribed: {}, unauthorized: [], count: 0, noticesFollow: false };

describeCommand(subscribe, () => {
  withFewStreams();

  it('subscribes the requester to an existing stream, regardless of the case of its name', () => {
    const result = asks(3, { channels: names(' plans ') }).thenHappens(added(1, { userIds: [user(3)] }));
    expect(result).to.deep.equal({ ...nothing, subscribed: { 'user3@test.example': ['Plans'] }, count: 1 });
  });

  it('changes nothing for subscribers', () => {
    const when = asks(1, { channels: names('Plans') });
    when.thenNothing();
    when.thenAnswers({ ...nothing, alreadySubscribed: { 'user1@test.example': ['Plans'] } });
  });

  whoMaySubscribe();
  whatOthersDoMeanwhile();
  it('ignores creation-time settings of a stream that exists', () => {
    asks(3, { channels: names('Plans'), settings: { inviteOnly: true, retentionDays: 5 }, announce: true }).thenHappens(
      added(1, { userIds: [user(3)] }),
    );
  });

  it('makes a stream that does not exist, with its description rendered and on one line', () => {
    const result = asks(3, { channels: [{ name: '  new  ', description: 'What *we* do' }] }).thenHappens(
      inChannels(made({ description: 'What *we* do', renderedDescription: '<p>What <em>we</em> do</p>' })),
    );
    expect(result.subscribed).to.deep.equal({ 'user3@test.example': ['new'] });
    expect(result.noticesFollow).to.equal(true);
  });

  it('renders what is stored: newlines of a description are spaces', async () => {
    const seen: string[] = [];
    const tools = {
      render: (content: string) => {
        seen.push(content);
        return Promise.reject(new Error('enough'));
      },
      ...plainTools,
    };
    const preparing = subscribe.prepare?.(
      stateAfter(past),
      { channels: [{ name: 'x', description: 'a\r\nb\nc' }] },
      tools,
    );
    await Promise.resolve(preparing).then(
      () => expect.fail('rendered nothing'),
      () => undefined,
    );
    expect(seen).to.deep.equal(['a b c']);
  });

  for (const { settings, becomes } of [
    { settings: { inviteOnly: true }, becomes: { inviteOnly: true, historyPublic: false } },
    { settings: { inviteOnly: true, historyPublic: true }, becomes: { inviteOnly: true, historyPublic: true } },
    { settings: { historyPublic: false }, becomes: { historyPublic: true } },
    { settings: { postPolicy: 2 as const, retentionDays: null }, becomes: { postPolicy: 2 as const } },
  ])
    it(`creates a new stream with the requested settings: ${JSON.stringify(settings)}`, () => {
      asks(3, { channels: names('new'), settings }).thenHappens(inChannels(made(becomes)));
    });

  it('allows only owners to set how long a new stream keeps messages', () => {
    const input = { channels: names('new'), settings: { retentionDays: -1 } };
    asks(2, input).thenRefused('channel-retention-not-permitted');
    asks(1, input).thenHappens(inChannels(made({ retentionDays: -1, creatorId: user(1), subscribers: [user(1)] })));
  });

  it('requests an announcement of exactly the streams it creates', () => {
    asks(3, { channels: names('new', 'Plans'), announce: true }).thenHappens(
      inChannels(made({}), { type: 'AnnouncementRequested', data: { channelIds: [channel(3)] } }),
      added(1, { userIds: [user(3)] }),
    );
  });

  it('creates a stream with the name of an archived one', () => {
    asks(3, { channels: names('Plans') }, archived(1, 'Plans')).thenHappens(inChannels(made({ name: 'Plans' })));
  });

  it('creates a stream that was named twice only once', () => {
    asks(3, { channels: names('new', 'NEW') }).thenHappens(inChannels(made({})));
  });

  it('allows members to subscribe others, and names whom to notify: people, not bots, not oneself', () => {
    const result = asks(3, { channels: names('Plans'), principals: [3, 2, 6] }).thenHappens(
      added(1, {
        userIds: [user(3), user(2), user(6)],
        notify: [{ userIds: [user(2)], channelIds: [channel(1)] }],
      }),
    );
    expect(result.noticesFollow).to.equal(true);
    expect(result.subscribed).to.have.all.keys('user3@test.example', 'user2@test.example', 'bot6@test.example');
  });

  it('notifies each person once, in the last event, and only of existing streams', () => {
    asks(3, { channels: names('Plans', 'new', 'third'), principals: [1, 2, 4] }, opened(3, 'third', [2])).thenHappens(
      inChannels(made({ channelId: channel(4), subscribers: [user(1), user(2), user(4)] })),
      added(1, { userIds: [user(2), user(4)], notify: [{ userIds: [user(2)], channelIds: [channel(1)] }] }),
      added(3, {
        userIds: [user(1), user(4)],
        notify: [
          { userIds: [user(1)], channelIds: [channel(3)] },
          { userIds: [user(4)], channelIds: [channel(1), channel(3)] },
        ],
      }),
    );
  });

  it('accepts principals by address too', () => {
    asks(3, { channels: names('Plans'), principals: [' User3@test.example'] }).thenHappens(
      added(1, { userIds: [user(3)] }),
    );
  });

  it('names at most 500 users in one event (namedPerEventMax)', () => {
    const crowd = Array.from({ length: 1201 }, (_, index) => 100 + index);
    const people = crowd.map((id) =>
      happened(logStream.directory(realmId), 'UserCreated', {
        userId: user(id),
        role: 400,
        addressFingerprint: `fp:${id}`,
        bot: null,
      }),
    );
    const { decision } = asks(3, { channels: names('new', 'Plans'), principals: crowd }, people);
    if (!decision.ok) throw new Error(decision.refusal.code);
    const counts = decision.appends.map(({ events }) =>
      events.map((event) => {
        if (event.type === 'ChannelCreated') return event.data.subscribers.length;
        if (event.type !== 'SubscribersAdded') return event.type;
        expect(event.data.notify?.flatMap(({ channelIds }) => channelIds) ?? []).to.not.include(channel(3));
        return [event.data.userIds.length, event.data.notify?.flatMap(({ userIds }) => userIds).length ?? 0];
      }),
    );
    expect(counts).to.deep.equal([
      [500],
      [
        [500, 0],
        [201, 0],
      ],
      [
        [500, 0],
        [500, 0],
        [201, 0],
      ],
    ]);
  });

  it("colours the requester's own new subscription, unless it has that colour already", () => {
    const changes = [{ channelId: channel(1), properties: { color: '#abcdef' } }];
    const input = { channels: [{ name: 'Plans', color: '#abcdef' }], principals: [3, 4] };
    const notify = [{ userIds: [user(4)], channelIds: [channel(1)] }];
    asks(3, input).thenHappens(
      added(1, { userIds: [user(3), user(4)], notify: notify }),
      appends(logStream.user(realmId, user(3)), 'SubscriptionPropertiesChanged', { userId: user(3), changes }),
    );
    asks(3, input, wants(3, 1, { color: '#abcdef' })).thenHappens(
      added(1, { userIds: [user(3), user(4)], notify: notify }),
    );
  });

  for (const { who, input, code, actor = 3 } of [
    { who: 'guests', input: { channels: names('Plans') }, code: 'guest-not-allowed' as const, actor: 4 },
    {
      who: 'unknown principals',
      input: { channels: names('Plans'), principals: [77] },
      code: 'principal-unknown' as const,
    },
    {
      who: 'deactivated principals',
      input: { channels: names('Plans'), principals: [5] },
      code: 'principal-unknown' as const,
    },
    {
      who: "the organization's own bots",
      input: { channels: names('Plans'), principals: [8] },
      code: 'principal-unknown' as const,
    },
    {
      who: 'unknown addresses',
      input: { channels: names('Plans'), principals: ['x@y'] },
      code: 'principal-unknown' as const,
    },
    {
      who: 'descriptions of 1025 characters',
      input: { channels: [{ name: 'new', description: 'd'.repeat(1025) }] },
      code: 'channel-description-too-long' as const,
    },
  ])
    it(`refuses ${who}`, () => {
      asks(actor, input).thenRefused(code);
    });

  whatNamesStreamsHave();

  it('is limited in the number of streams times users (subscriptionsPerRequestMax)', () => {
    given(crowded)
      .when(subscribe, { channels: manyNames, principals: crowd }, { actor: 3, prepared })
      .thenRefused('subscriptions-too-many');
  });

  it('refuses more streams, and longer descriptions, than an organization may have', () => {
    const when = (channels: { name: string; description?: string }[]) =>
      [subscribe, { channels }, { actor: 3, prepared }] as const;
    given(fullOfChannels())
      .when(...when(names('one more')))
      .thenRefused('channels-too-many', { max: limits.channelsMax, ever: false });
    given(describedUpTo(2))
      .when(...when([{ name: 'new', description: 'abc' }]))
      .thenRefused('channel-descriptions-too-long');
  });

  describe('private streams', () => {
    it('are closed to users who are not subscribed, owners included', () => {
      asks(1, { channels: names('SECRET') }).thenRefused('channel-inaccessible');
    });

    it('are left out and listed in the answer, if that was requested', () => {
      const input = { channels: names('secret', 'Plans'), authorizationErrorsFatal: false };
      const result = asks(2, input).thenHappens(added(1, { userIds: [user(2)] }));
      expect(result.unauthorized).to.deep.equal(['secret']);
    });

    it('can be opened to others by their subscribers', () => {
      asks(3, { channels: names('secret'), principals: [4] }).thenHappens(
        added(2, { userIds: [user(4)], notify: [{ userIds: [user(4)], channelIds: [channel(2)] }] }),
      );
    });

    it('require access of the requester, not of the principal', () => {
      asks(2, { channels: names('secret'), principals: [3] }).thenRefused('channel-inaccessible');
    });
  });
});
