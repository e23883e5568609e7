import { expect } from 'chai';
import { channelNamed, openChannel } from '../../src/state/channels.ts';
import { stateAfter } from '../support/given.ts';
import { archived, founded, opened } from '../support/past-events.ts';
import {
  channelDescribed,
  channelRenamed,
  postPolicyChanged,
  privacyChanged,
  retentionChanged,
} from '../support/writes.ts';

const channelsAfter = (...events: Parameters<typeof stateAfter>[0][number][]) =>
  stateAfter([founded(), opened(1, 'Plans', [1]), opened(3, 'Goals', []), ...events]).channels;

describe('the state of channels', () => {
  it('has the settings of a new channel, without its first subscribers', () => {
    const channels = channelsAfter();
    const { data } = opened(1, 'Plans', [1]).event as Extract<
      ReturnType<typeof opened>['event'],
      { type: 'ChannelCreated' }
    >;
    const { subscribers: _, ...settings } = data;
    const created = channels.byId.get(data.channelId);
    expect(created).to.deep.equal({ ...settings, createdAt: created?.createdAt, archived: false });
    expect(created?.createdAt).to.be.a('number');
    expect(channels.channelIdMax).to.equal(3);
  });

  it('knows the highest id, whatever the order of creation', () => {
    expect(channelsAfter(opened(2, 'Third', [])).channelIdMax).to.equal(3);
  });

  it('finds an open channel by name, without regard to case and surrounding spaces', () => {
    const channels = channelsAfter();
    expect(channelNamed(channels, ' pLANS ')?.channelId).to.equal(1);
    expect(channelNamed(channels, 'plan')).to.equal(undefined);
  });

  it('gives a renamed channel its new name only', () => {
    const channels = channelsAfter(channelRenamed(1, 'Schemes', 'Plans'));
    expect(channelNamed(channels, 'plans')).to.equal(undefined);
    expect(channelNamed(channels, 'schemes')).to.include({ channelId: 1, name: 'Schemes', archived: false });
  });

  it('keeps an archived channel by id, and releases its name', () => {
    const channels = channelsAfter(channelDescribed(1, 'long'), archived(1, 'Plans'));
    expect(openChannel(channels, 1)).to.equal(undefined);
    const kept = { name: 'Plans', archived: true, description: '', renderedDescription: '' };
    expect(channels.byId.get(1 as never)).to.include(kept);
    expect(channelNamed(channels, 'Plans')).to.equal(undefined);
  });

  it('leaves the name to a newer channel when the older one is archived', () => {
    const channels = channelsAfter(archived(1, 'Plans'), opened(4, 'Plans', []), archived(1, 'Plans'));
    expect(channelNamed(channels, 'Plans')?.channelId).to.equal(4);
  });

  it('has the settings that were changed last, and the others as before', () => {
    const { byId } = channelsAfter(
      channelDescribed(1, 'new'),
      postPolicyChanged(1, 2),
      retentionChanged(1, -1),
      privacyChanged(1, true, true),
      privacyChanged(1, true),
    );
    expect(byId.get(1 as never)).to.include({
      name: 'Plans',
      description: 'new',
      renderedDescription: '<p>new</p>',
      postPolicy: 2,
      retentionDays: -1,
      inviteOnly: true,
      historyPublic: false,
      archived: false,
    });
  });

  it('ignores changes of a channel that it does not know', () => {
    const channels = channelsAfter(channelRenamed(9, 'New', 'Old'), privacyChanged(7, true), archived(8, 'Other'));
    expect([...channels.byId.keys()]).to.deep.equal([1, 3]);
    expect([...channels.byName.keys()]).to.deep.equal(['plans', 'goals']);
  });

  it('finds an open channel by id', () => {
    expect(openChannel(channelsAfter(), 3)?.name).to.equal('Goals');
    expect(openChannel(channelsAfter(), 2)).to.equal(undefined);
  });
});
