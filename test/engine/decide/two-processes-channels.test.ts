/** Two processes on one log: rules about chat streams that span several log streams. */
import { expect } from 'chai';
import { archiveChannel } from '../../../commands/channels/archive-channel.ts';
import { editSubscriptions } from '../../../commands/channels/edit-subscriptions.ts';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { unsubscribe } from '../../../commands/channels/unsubscribe.ts';
import { updateChannel } from '../../../commands/channels/update-channel.ts';
import { acceptInvitation } from '../../../commands/invitation/accept-invitation.ts';
import { sendInvitation } from '../../../commands/invitation/send-invitation.ts';
import { addDefaultChannel } from '../../../commands/realm/add-default-channel.ts';
import { createDefaultGroup } from '../../../commands/realm/create-default-group.ts';
import { updateRealm } from '../../../commands/realm/update-realm.ts';
import { archivedChannels } from '../../../src/policies/archived-channels.ts';
import { emptyChannels } from '../../../src/policies/empty-channels.ts';
import { emptyPrivateChannel } from '../../../src/state/channel-knowledge.ts';
import { channelNamed, openChannel } from '../../../src/state/channels.ts';
import { isSubscribed, membersOf } from '../../../src/state/memberships.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import type { ChannelId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { realmId } from '../../support/given.ts';
import { bothProcesses, rounds } from './both-processes.ts';

describe('two processes on one log', () => {
  const both = bothProcesses([archivedChannels, emptyChannels]);
  const { seed, run, settled, realmOfBoth, okay, codeOf } = both;

  /** Makes a stream with these subscribers. */
  async function made(name: string, principals: number[], inviteOnly = false): Promise<ChannelId> {
    okay(await run(0, subscribe, { channels: [{ name }], principals, settings: { inviteOnly } }, principals[0] ?? 1));
    const channel = channelNamed((await realmOfBoth()).channels, name);
    return channel?.channelId as ChannelId;
  }
  const ghosts = (realm: RealmState): string[] =>
    [...realm.channels.byId.keys()].flatMap((id) => emptyPrivateChannel(realm, id)?.name ?? []);

  it('show new users no stream that is private or archived', async () => {
    for (let round = 0; round < 3 * rounds; round += 1) {
      const name = `for everybody ${round}`;
      const channelId = await made(name, [1]);
      const group = { name, description: '', channels: [name] };
      await Promise.all([
        round % 2 ? run(round, addDefaultChannel, { channelId }, 1) : run(round, createDefaultGroup, group, 1),
        round % 3
          ? run(round + 1, updateChannel, { channelId, inviteOnly: true }, 1)
          : run(round + 1, archiveChannel, { channelId }, 1),
      ]);
      const { realm, channels } = await realmOfBoth();
      const shown = [...realm.defaultChannels, ...realm.defaultGroups.flatMap(({ channelIds }) => channelIds)];
      for (const one of shown) expect(openChannel(channels, one)?.inviteOnly, `seed ${seed}: ${one}`).to.equal(false);
    }
  });

  it('announce nothing in an archived stream', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const channelId = await made(`news ${round}`, [1]);
      const change = round % 3 ? { notifications_stream_id: channelId } : { signup_notifications_stream_id: channelId };
      const [, archived] = await Promise.all([
        run(round, updateRealm, { change: { ...change, description: `about ${round}` } }, 1),
        run(round + 1, archiveChannel, { channelId }, 1),
      ]);
      okay(archived);
      const { realm } = await realmOfBoth();
      expect([realm.notificationsChannelId, realm.signupsChannelId], `seed ${seed}`).not.to.include(channelId);
    }
  });

  it('leave nobody in a stream that is archived while they join it', async () => {
    let late = 0;
    for (let round = 0; round < rounds; round += 1) {
      const name = `entered ${round}`;
      const channelId = await made(name, [1], round % 2 === 0);
      const email = `enters${round}@test.example`;
      const { invitationId } = okay(
        await run(0, sendInvitation, { email, role: 400 as const, channelIds: [channelId] }, 1),
      );
      await realmOfBoth();
      const joining = { invitationId, generation: 1, fullName: `Enters ${round}` };
      const [, , archived] = await Promise.all([
        run(round, subscribe, { channels: [{ name }], principals: [2, 3] }, 1),
        run(round, acceptInvitation, joining, null),
        run(round + 1, archiveChannel, { channelId }, 1),
      ]);
      okay(archived);
      await settled();
      expect(membersOf((await realmOfBoth()).memberships, channelId).size, `seed ${seed}, round ${round}`).to.equal(0);
      const events = await both.log.readStream(logStream.channel(realmId, channelId));
      if (events.some(({ type }) => type === 'SubscribersRemoved')) late += 1;
    }
    expect(late, `seed ${seed}: some entered an archived stream`).to.be.above(0);
  });

  it('archive private streams whose last subscribers leave them at the same time', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const names = ['one', 'two', 'three'].map((name) => `${name} for both ${round}`);
      for (const name of names) await made(name, [1, 2], true);
      const leave = (who: number) => {
        const remove = who === 1 ? ['general', ...names] : [...names].reverse();
        return round % 2
          ? run(who, editSubscriptions, { add: [{ name: `beside ${round} ${who}` }], remove }, who)
          : run(who, unsubscribe, { names: remove }, who);
      };
      const left = await Promise.all([leave(1), leave(2)]);
      for (const one of left) expect(okay<{ removed: readonly string[] }>(one).removed).to.include.members(names);
      await settled();
      const realm = await realmOfBoth();
      expect(ghosts(realm), `seed ${seed}`).to.deep.equal([]);
      for (const name of names) expect(channelNamed(realm.channels, name), `seed ${seed}`).to.equal(undefined);
      okay(await run(0, subscribe, { channels: [{ name: 'general' }] }, 1));
    }
  });

  it('archive a stream that becomes private while its last subscriber leaves', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const name = `closed ${round}`;
      const channelId = await made(name, [3]);
      const [closed, left] = await Promise.all([
        run(round, updateChannel, { channelId, inviteOnly: true }, 1),
        run(round + 1, unsubscribe, { names: [name] }, 3),
      ]);
      okay(left);
      await settled();
      const realm = await realmOfBoth();
      expect(ghosts(realm), `seed ${seed}`).to.deep.equal([]);
      expect(openChannel(realm.channels, channelId) === undefined, `seed ${seed}`).to.equal(closed.ok);
      outcomes.add(codeOf(closed));
    }
    expect([...outcomes], `seed ${seed}: neither knew of the other`).to.include('ok');
  });

  it('subscribe nobody to a private stream after the subscriber who invites them has left it', async () => {
    let late = 0;
    for (let round = 0; round < 2 * rounds; round += 1) {
      const name = `let in ${round}`;
      const channelId = await made(name, [1], true);
      const email = `let.in${round}@test.example`;
      const invited = { email, role: 400 as const, channelIds: [1 as ChannelId, channelId] };
      const { invitationId } = okay(await run(0, sendInvitation, invited, 1));
      await realmOfBoth();
      const joining = { invitationId, generation: 1, fullName: `Let in ${round}` };
      const [joined, letIn, left] = await Promise.all([
        round % 2 ? run(round, acceptInvitation, joining, null) : undefined,
        round % 2 ? undefined : run(round, subscribe, { channels: [{ name: 'other' }, { name }], principals: [2] }, 1),
        run(round + 1, unsubscribe, { names: [name] }, 1),
      ]);
      okay(left);
      const guest = joined ? okay(joined).userId : 2;
      await settled();
      const realm = await realmOfBoth();
      const isIn = isSubscribed(realm.memberships, channelId, guest);
      expect(ghosts(realm), `seed ${seed}`).to.deep.equal([]);
      expect(openChannel(realm.channels, channelId) !== undefined, `seed ${seed}, round ${round}`).to.equal(isIn);
      if (letIn) {
        const { subscribed, unauthorized } = letIn.ok ? letIn.result : { subscribed: {}, unauthorized: [name] };
        // If the stream was archived before the decision, there is now another stream of that name.
        const named = channelNamed(realm.channels, name)?.channelId ?? channelId;
        const isInNamed = isSubscribed(realm.memberships, named, guest);
        expect(Object.values(subscribed).flat().includes(name), `seed ${seed}`).to.equal(isInNamed);
        expect(unauthorized, `seed ${seed}`).to.deep.equal(isInNamed ? [] : [name]);
      }
      if (!isIn) late += 1;
    }
    expect(late, `seed ${seed}: the one who lets in left first`).to.be.above(0);
  });
});
