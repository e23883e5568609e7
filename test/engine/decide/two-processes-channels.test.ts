/** Two processes on one log: rules about chat streams that span several log streams. */
import { expect } from 'chai';
import { archiveChannel } from '../../../commands/channels/archive-channel.ts';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { updateChannel } from '../../../commands/channels/update-channel.ts';
import { addDefaultChannel } from '../../../commands/realm/add-default-channel.ts';
import { createDefaultGroup } from '../../../commands/realm/create-default-group.ts';
import { openChannel } from '../../../src/state/channels.ts';
import type { ChannelId } from '../../../src/vocabulary/ids.ts';
import { bothProcesses, rounds } from './both-processes.ts';

describe('two processes on one log', () => {
  const { seed, run, realmOfBoth, okay } = bothProcesses();

  it('show new users no stream that is private or archived', async () => {
    for (let round = 0; round < 3 * rounds; round += 1) {
      const name = `for everybody ${round}`;
      okay(await run(round, subscribe, { channels: [{ name }] }, 1));
      const before = await realmOfBoth();
      const { channelId } = [...before.channels.byId.values()].find((channel) => channel.name === name) ?? {};
      const id = channelId as ChannelId;
      const group = { name, description: '', channels: [name] };
      await Promise.all([
        round % 2 ? run(round, addDefaultChannel, { channelId: id }, 1) : run(round, createDefaultGroup, group, 1),
        round % 3
          ? run(round + 1, updateChannel, { channelId: id, inviteOnly: true }, 1)
          : run(round + 1, archiveChannel, { channelId: id }, 1),
      ]);
      const { realm, channels } = await realmOfBoth();
      const shown = [...realm.defaultChannels, ...realm.defaultGroups.flatMap(({ channelIds }) => channelIds)];
      for (const one of shown) expect(openChannel(channels, one)?.inviteOnly, `seed ${seed}: ${one}`).to.equal(false);
    }
  });
});
