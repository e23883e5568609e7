import { expect } from 'chai';
import { isSubscriber, memberAddresses, streamIdNamed, topicsOf, topicsViewer } from '../../src/queries/one-stream.ts';
import { newestTopics } from '../../src/state/newest-topics.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';
import { type Given, realmId, stateAfter } from '../support/given.ts';
import { channel, organization, readAfter, user } from '../support/organization.ts';
import { archived, deletes, inTopic, joins, leaves, opened, sends } from '../support/past-events.ts';

/** Owner 1, administrator 2, member 3, guest 4, deactivated member 5, bot 6 of member 3. */
const past: readonly Given[] = [
  ...organization(),
  opened(1, 'Plans', [1, 3, 5]),
  opened(2, 'secret', [3], { inviteOnly: true }),
  opened(3, 'old', [3]),
  archived(3, 'old'),
  sends(1, 3, inTopic(2, 'lunch')),
  sends(2, 3, inTopic(2, 'Tea')),
  sends(3, 3, inTopic(2, 'LUNCH')),
  joins(2, 1),
  sends(4, 3, inTopic(2, 'tea')),
];

const refusalOf = async (asked: Promise<unknown>): Promise<string> => {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof Refused ? error.refusal.code : 'accepted';
};

describe('questions about one stream', () => {
  it('the id of a name: for those who know of it', async () => {
    const view = await readAfter(past);
    expect(await streamIdNamed(view, realmId, user(3), ' pLANS ')).to.equal(1);
    for (const id of [2, 3, 6]) expect(await streamIdNamed(view, realmId, user(id), 'secret')).to.equal(2);
    for (const [id, name] of [
      [4, 'Plans'],
      [3, 'old'],
      [3, 'no'],
      [5, 'secret'],
    ] as const)
      expect(await refusalOf(streamIdNamed(view, realmId, user(id), name)), name).to.equal('channel-name-invalid');
  });

  it('its subscribers: the addresses of the active ones', async () => {
    const view = await readAfter(past);
    expect(await memberAddresses(view, realmId, user(2), 1)).to.deep.equal([
      'user1@test.example',
      'user3@test.example',
    ]);
    expect(await memberAddresses(view, realmId, user(2), 2)).to.deep.equal([
      'user1@test.example',
      'user3@test.example',
    ]);
    for (const [id, channelId] of [
      [4, 1],
      [6, 2],
      [3, 3],
      [3, 77],
    ] as const)
      expect(await refusalOf(memberAddresses(view, realmId, user(id), channelId))).to.equal('channel-id-unknown');
  });

  it('its subscribers: not for those who left a private one', async () => {
    const view = await readAfter(past, joins(2, 4), leaves(2, 4));
    expect(await refusalOf(memberAddresses(view, realmId, user(4), 2))).to.equal('channel-id-unknown');
  });

  it('whether somebody is subscribed', async () => {
    const view = await readAfter(past);
    const asked = (id: number, otherId: number, channelId: number) =>
      isSubscriber(view, realmId, user(id), { otherId: user(otherId), channelId });
    expect([await asked(2, 3, 1), await asked(2, 5, 1), await asked(2, 4, 1)]).to.deep.equal([true, true, false]);
    expect(await refusalOf(asked(4, 3, 1))).to.equal('channel-id-unknown');
    expect(await refusalOf(asked(2, 77, 1))).to.equal('user-missing');
    expect(await refusalOf(asked(2, 9, 1))).to.equal('user-missing');
  });

  describe('its topics', () => {
    /** The candidates come from the state after `news`, which the view may not have. */
    const topicsFor = async (id: number, news: readonly Given[] = [], seen: readonly Given[] = []) => {
      const view = await readAfter(past, ...seen);
      const asked = await topicsViewer(view, realmId, user(id), channel(2));
      const page = { offset: 0, limit: 10 };
      return topicsOf(view, asked, newestTopics(stateAfter([...past, ...news]), user(id), channel(2), page).topics);
    };

    it('have the spelling of the newest message', async () => {
      expect(await topicsFor(3)).to.deep.equal([
        { name: 'tea', max_id: 4 },
        { name: 'LUNCH', max_id: 3 },
      ]);
    });

    it('are those of received messages if the history is closed', async () => {
      expect(await topicsFor(1)).to.deep.equal([{ name: 'tea', max_id: 4 }]);
    });

    it('are those of the view if the state is ahead of it', async () => {
      const tea = { name: 'tea', max_id: 4 };
      const lunch = { name: 'LUNCH', max_id: 3 };
      expect(await topicsFor(3, [sends(5, 3, inTopic(2, 'lunch')), sends(6, 3, inTopic(2, 'new'))])).to.deep.equal([
        tea,
        lunch,
      ]);
      expect(await topicsFor(3, [deletes(4, 3, inTopic(2, 'tea'))])).to.deep.equal([lunch, { name: 'Tea', max_id: 2 }]);
      expect(await topicsFor(3, [], [deletes(4, 3, inTopic(2, 'tea'))])).to.deep.equal([
        lunch,
        { name: 'Tea', max_id: 2 },
      ]);
    });

    it('are refused to users who are not subscribed, administrators included', async () => {
      for (const id of [2, 4, 6]) expect(await refusalOf(topicsFor(id))).to.equal('channel-id-unknown');
    });
  });
});
