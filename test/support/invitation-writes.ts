/** Short functions for past events of realm 1 about invitations. */
import type { RealmState } from '../../src/state/realm-state.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import type { ChannelId, InvitationId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId, testNow } from './given.ts';
import { newUser } from './past-events.ts';

export const invitationId = (id: number) => id as InvitationId;
export const invitationStream = (id: number) => logStream.invitation(realmId, invitationId(id));

export const invitation = (
  id: number,
  by: number,
  more: Partial<DataOf<'InvitationSent'>> = {},
): DataOf<'InvitationSent'> => ({
  invitationId: invitationId(id),
  inviterId: by as UserId,
  email: `invited${id}@test.example`,
  role: 400,
  channelIds: [1 as ChannelId],
  expiresAt: testNow + 1_000,
  ...more,
});

export const invites = (...given: Parameters<typeof invitation>): Given =>
  happened(invitationStream(given[0]), 'InvitationSent', invitation(...given), { actor: given[1] as UserId });

export const invitesAgain = (id: number, generation = 2, expiresAt = testNow + 2_000): Given =>
  happened(invitationStream(id), 'InvitationResent', { invitationId: invitationId(id), generation, expiresAt });

export const invitationEmailed = (id: number, generation: number): Given =>
  happened(invitationStream(id), 'InvitationEmailed', { invitationId: invitationId(id), generation });

export const invitationRevoked = (id: number): Given =>
  happened(logStream.directory(realmId), 'InvitationRevoked', { invitationId: invitationId(id) });

export const invitationEnds = (id: number, by: number, outcome: DataOf<'InvitationEnded'>['outcome'] = 'revoked') =>
  happened(invitationStream(id), 'InvitationEnded', {
    invitationId: invitationId(id),
    inviterId: by as UserId,
    sentAt: 1,
    outcome,
    leaves: [],
  });

/** The account of the person who joined by an invitation. */
export const joinsBy = (id: number, userId: number): Given[] =>
  newUser(userId).map((one) =>
    one.event.type === 'UserCreated'
      ? { ...one, event: { ...one.event, data: { ...one.event.data, invitationId: invitationId(id) } } }
      : one,
  );

/** The next thing about invitations, by numbers that select it. */
export function invitationWrites(
  { invitations, directory }: RealmState,
  { a, b, c }: { readonly a: number; readonly b: number; readonly c: number },
): Given[] {
  const open = [...invitations.byId.values()];
  const one = open[b % Math.max(open.length, 1)];
  if (!one || a % 4 === 0) {
    const id = invitations.idMax + 1;
    return [invites(id, (c % 3) + 1, { email: c % 4 === 0 ? null : `invited${id}@test.example` })];
  }
  const { invitationId: id, inviterId, generation } = one;
  if (a % 4 === 1) return c % 2 === 0 ? [invitesAgain(id, generation + 1)] : [invitationEmailed(id, generation)];
  if (a % 4 === 2) return [invitationRevoked(id), invitationEnds(id, inviterId)];
  const joined = joinsBy(id, directory.userIdMax + 1);
  return one.email === null ? joined : [...joined, invitationEnds(id, inviterId, 'accepted')];
}
