/** Revokes the other invitations of an address that got an account, because nobody can join by them. */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';
import { foldCase } from '../vocabulary/fold-case.ts';
import type { InvitationId } from '../vocabulary/ids.ts';

export const needlessInvitations: Policy<RealmState> = {
  name: 'needless-invitations',
  awaited: true,
  on: {
    /** The subjects are the ids of the invitations. The one by which the person joined ends with their account. */
    UserCreated({ data: { userId } }, { people, invitations }) {
      const address = people.byId.get(userId)?.email;
      if (address === undefined) return [];
      return [...invitations.byId.values()]
        .filter(({ email, usedBy }) => email !== null && usedBy === undefined && foldCase(email) === foldCase(address))
        .map(({ invitationId }) => String(invitationId));
    },
  },
  plan: {
    UserCreated: (_event, subject) => [
      { command: 'revoke-invitation', input: { invitationId: Number(subject) as InvitationId, forMany: false } },
    ],
  },
};
