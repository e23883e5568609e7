import { expect } from 'chai';
import { sendInvitation } from '../../../commands/invitation/send-invitation.ts';
import type { Append } from '../../../src/define/command.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import type { Role } from '../../../src/vocabulary/roles.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, testNow } from '../../support/given.ts';
import { invitation, invitationEnds, invitationStream, invites } from '../../support/invitation-writes.ts';
import { lowerLimits } from '../../support/lower-limits.ts';
import { channel, organization } from '../../support/organization.ts';
import { archived, opened } from '../../support/past-events.ts';
import { domainAdded, settingsChanged } from '../../support/writes.ts';

const past = [
  ...organization(),
  opened(1, 'general', [1, 3]),
  opened(2, 'shut', [3], { inviteOnly: true }),
  opened(3, 'old', [3]),
  archived(3, 'old'),
];
const wanted = { email: ' new@test.example ' as string | null, role: 400 as Role, channelIds: [channel(1)] };
const sent = (id: number, by: number, more: Partial<DataOf<'InvitationSent'>> = {}): Append =>
  appends(
    invitationStream(id),
    'InvitationSent',
    invitation(id, by, {
      email: 'new@test.example',
      channelIds: [channel(1)],
      expiresAt: testNow + limits.invitationSecs * 1000,
      ...more,
    }),
  );
const when = (input: Partial<typeof wanted> = {}, actor = 3, more: readonly Given[] = []) =>
  given(past, more).when(sendInvitation, { ...wanted, ...input }, { actor });

describeCommand(sendInvitation, () => {
  lowerLimits({ invitationsPerUserMax: 10, invitationsMax: 20 });

  it('invites one person, or creates a link for many people (invitationSecs)', () => {
    expect(when().thenHappens(sent(1, 3))).to.deep.equal({ invitationId: 1 });
    when({ channelIds: [channel(1), channel(2), channel(1)] }).thenHappens(
      sent(1, 3, { channelIds: [channel(1), channel(2)] }),
    );
    when({}, 3, [invites(4, 3), invitationEnds(4, 3)]).thenHappens(sent(5, 3));
    when({ email: null, channelIds: [] }, 2).thenHappens(sent(1, 2, { email: null, channelIds: [] }));
  });

  it("is allowed to whom the organization allows it, and to no role above the inviter's", () => {
    when({}, 4).thenRefused('guest-not-allowed');
    when({}, 6).thenRefused('bot-requests-refused');
    when({}, 3, [settingsChanged({ invite_by_admins_only: true })]).thenRefused('administrator-required');
    when({}, 2, [settingsChanged({ invite_by_admins_only: true })]).thenHappens(sent(1, 2));
    when({ email: null }).thenRefused('administrator-required');
    when({ role: 200 }).thenRefused('administrator-required');
    when({ role: 200 }, 2).thenHappens(sent(1, 2, { role: 200 }));
    when({ role: 100 }, 2).thenRefused('owner-required');
    when({ role: 100 }, 1).thenHappens(sent(1, 1, { role: 100 }));
  });

  it('invites to streams that the inviter may join (invitationStreamsMax)', () => {
    when({ channelIds: [] }).thenRefused('invitation-streams-missing');
    when({ channelIds: [channel(2)] }, 2).thenRefused('invitation-stream-unknown', { channelId: 2 });
    when({ channelIds: [channel(3)] }).thenRefused('invitation-stream-unknown');
    when({ channelIds: [channel(9)] }).thenRefused('invitation-stream-unknown');
    const many = Array.from({ length: limits.invitationStreamsMax + 1 }, (_, id) => channel(id + 1));
    when({ channelIds: many.slice(1) }).thenRefused('invitation-stream-unknown');
    when({ channelIds: many }).thenRefused('invitation-streams-too-many', { max: limits.invitationStreamsMax });
  });

  it('refuses addresses that are taken or not admitted', () => {
    when({ email: 'nobody' }).thenRefused('email-invalid');
    when({ email: 'USER1@test.example' }).thenRefused('email-taken');
    const restricted = [settingsChanged({ emails_restricted_to_domains: true }), domainAdded(1, 'other.example')];
    when({}, 3, restricted).thenRefused('email-not-admitted');
  });

  it('refuses more than invitationsMax, and more than invitationsPerUserMax of a member', () => {
    const many = (count: number, by: number) => Array.from({ length: count }, (_, id) => invites(id + 1, by));
    when({}, 3, many(limits.invitationsPerUserMax - 1, 3)).thenHappens(sent(limits.invitationsPerUserMax, 3));
    when({}, 3, many(limits.invitationsPerUserMax, 3)).thenRefused('invitations-too-many', {
      max: limits.invitationsPerUserMax,
    });
    when({}, 3, many(limits.invitationsPerUserMax, 2)).thenHappens(sent(limits.invitationsPerUserMax + 1, 3));
    when({}, 2, many(limits.invitationsPerUserMax, 2)).thenHappens(sent(limits.invitationsPerUserMax + 1, 2));
    when({}, 2, many(limits.invitationsMax, 2)).thenRefused('invitations-too-many', { max: limits.invitationsMax });
  });
});
