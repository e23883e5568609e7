import { expect } from 'chai';
import { endInvitation } from '../../../commands/invitation/end-invitation.ts';
import type { ChannelId } from '../../../src/vocabulary/ids.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, recorded, testNow } from '../../support/given.ts';
import {
  invitationEnds,
  invitationId,
  invitationRevoked,
  invitationStream,
  invites,
  joinsBy,
} from '../../support/invitation-writes.ts';
import { leafIn } from '../../support/leaf-in.ts';
import { organization, user } from '../../support/organization.ts';
import { joins, leaves, opened } from '../../support/past-events.ts';
import { deactivated, settingsChanged } from '../../support/writes.ts';

const past = [...organization(), invites(1, 3)];
const when = (more: readonly Given[] = [], now = testNow, asOf = now) =>
  given(past, more).when(endInvitation, { invitationId: invitationId(1), asOf }, { actor: null, now });
const ended = (how: object) => {
  const sent = recorded(past).at(-1);
  if (!sent) throw new Error('nothing');
  const common = { invitationId: invitationId(1), inviterId: user(3), sentAt: sent.metadata.at };
  const data = { ...common, ...how, leaves: [leafIn(sent)] };
  return appends(invitationStream(1), 'InvitationEnded', data as never);
};

describeCommand(endInvitation, () => {
  it('ends invitations that have expired, were used, or were revoked', () => {
    when([], testNow + 1_000).thenHappens(ended({ outcome: 'expired' }));
    when(joinsBy(1, 20)).thenHappens(ended({ outcome: 'accepted', userId: user(20) }));
    when([invitationRevoked(1)]).thenHappens(ended({ outcome: 'revoked' }));
  });

  it('gives the person who joined what they lack because the process ended, but no stream that they left', () => {
    const streams = [opened(1, 'a', [3]), opened(2, 'b', [3]), opened(3, 'c', [3])];
    const began = [...organization(), ...streams, invites(1, 3, { channelIds: [1, 2, 3] as ChannelId[] })];
    const input = { invitationId: invitationId(1), asOf: testNow };
    const changed = (...more: Given[]) => {
      const { decision } = given(began, joinsBy(1, 20), more).when(endInvitation, input);
      return decision.ok && decision.appends.map(({ stream, events: [event] }) => `${stream} ${event?.type}`);
    };
    const added = 'channel-1.3 SubscribersAdded';
    const [display, ended] = ['user-1.20 DisplaySettingsChanged', 'invitation-1.1 InvitationEnded'];
    const later = [joins(1, 20), joins(2, 20), leaves(2, 20)];
    expect(changed(...later)).to.deep.equal([added, ended]);
    expect(changed(...later, settingsChanged({ default_language: 'de' }))).to.deep.equal([display, added, ended]);
    expect(changed(deactivated(20))).to.deep.equal([ended]);
  });

  it('does not end invitations that can still be used, and ends none twice', () => {
    when().thenNothing();
    when([], testNow + 1_000, testNow).thenNothing();
    when([], testNow, testNow + 1_000).thenNothing();
    when([invitationEnds(1, 3)], testNow + 1_000).thenNothing();
  });
});
