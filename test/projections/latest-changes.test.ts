import { expect } from 'chai';
import { channels } from '../../projections/channels.ts';
import { type LatestChange, latestChangeId, latestChanges } from '../../projections/latest-changes.ts';
import { users } from '../../projections/users.ts';
import type { Given } from '../support/given.ts';
import { realmId, recorded } from '../support/given.ts';
import { organization } from '../support/organization.ts';
import { projectAll } from '../support/project.ts';
import { channelRenamed, deactivated } from '../support/writes.ts';

const changesAfter = async (given: readonly Given[]) => {
  const events = recorded(given);
  const documents = (await projectAll(events, { projections: [latestChanges] })).get(latestChanges.name);
  const of = (model: string) => {
    const change = documents?.get(latestChangeId(realmId, model)) as LatestChange | undefined;
    return events.find(({ id }) => id === change?.eventId)?.type;
  };
  return { users: of(users.name), channels: of(channels.name) };
};

describe('latest-changes', () => {
  it('has, for each watched read model, the newest event that it handles', async () => {
    const before = await changesAfter(organization());
    expect(await changesAfter([...organization(), deactivated(3)])).to.deep.equal({
      ...before,
      users: 'UserDeactivated',
    });
    expect(
      await changesAfter([...organization(), deactivated(3), channelRenamed(1, 'lobby', 'general')]),
    ).to.deep.equal({
      users: 'UserDeactivated',
      channels: 'ChannelRenamed',
    });
  });
});
