/** The links with which people may join: the inviter, the invited person, the role, and the expiry. */
import { type Aggregate, changeEntry, type StatePart } from '../define/handlers.ts';
import type { DataOf, Recorded } from '../vocabulary/events/index.ts';
import type { InvitationId, Millis, RealmId, UserId } from '../vocabulary/ids.ts';
import { isOpen } from './open-realms.ts';
import type { ServerState } from './realm-state.ts';

export type Invitation = Omit<DataOf<'InvitationSent'>, 'invitationId'> & {
  readonly invitationId: InvitationId;
  readonly sentAt: Millis;
  /** The generation from which the link is derived. */
  readonly generation: number;
  /** The user who joined with an invitation for one person. */
  readonly usedBy?: UserId;
  /** It was taken back. */
  readonly revoked?: true;
};

export type Invitations = {
  byId: Map<InvitationId, Invitation>;
  idMax: number;
};

export const invitationsState: StatePart<Invitations> = {
  initial: () => ({ byId: new Map(), idMax: 0 }),
  on: {
    InvitationSent({ data, metadata: { at } }, invitations) {
      invitations.byId.set(data.invitationId, { ...data, sentAt: at, generation: 1 });
      invitations.idMax = Math.max(invitations.idMax, data.invitationId);
    },
    InvitationResent: ({ data: { invitationId, generation, expiresAt } }, { byId }) =>
      changeEntry(byId, invitationId, () => ({ generation, expiresAt })),
    UserCreated({ data: { userId, invitationId } }, { byId }) {
      const invitation = invitationId === undefined ? undefined : byId.get(invitationId);
      if (invitation && invitation.email !== null) byId.set(invitation.invitationId, { ...invitation, usedBy: userId });
    },
    InvitationRevoked: ({ data: { invitationId } }, { byId }) =>
      changeEntry(byId, invitationId, () => ({ revoked: true as const })),
    InvitationEnded({ data: { invitationId } }, invitations) {
      invitations.byId.delete(invitationId);
      invitations.idMax = Math.max(invitations.idMax, invitationId);
    },
  },
};

/** `generation`: the number of links so far. `emailed`: the generation of the link that was sent by e-mail, 0 if there is none. */
export type InvitationHistory = {
  readonly sent: Recorded<'InvitationSent'> | undefined;
  readonly generation: number;
  readonly emailed: number;
  readonly hasEnded: boolean;
  readonly events: readonly Recorded[];
};

/** The history of an invitation, folded from its log stream. */
export const invitationHistory: Aggregate<InvitationHistory> = {
  initial: () => ({ sent: undefined, generation: 0, emailed: 0, hasEnded: false, events: [] }),
  on: {
    InvitationSent: (event, own) => ({ ...own, sent: event, generation: 1, events: [...own.events, event] }),
    InvitationResent: (event, own) => ({
      ...own,
      generation: event.data.generation,
      events: [...own.events, event],
    }),
    InvitationEmailed: (event, own) => ({
      ...own,
      emailed: event.data.generation,
      events: [...own.events, event],
    }),
    InvitationEnded: (_event, own) => ({ ...own, hasEnded: true }),
  },
};

/** Whether nobody can join with it any more, so that it only has to be ended. */
export const isSpent = ({ expiresAt, usedBy, revoked }: Invitation, now: Millis): boolean =>
  usedBy !== undefined || revoked === true || now >= expiresAt;

/** The spent invitations of all organizations that can be used. */
export function spentInvitations(
  server: Pick<ServerState, 'realms' | 'importing'>,
  now: Millis,
): { readonly realmId: RealmId; readonly invitationId: InvitationId }[] {
  const open = [...server.realms.values()].filter((realm) => isOpen(server, realm));
  return open.flatMap(({ realmId, invitations }) =>
    [...invitations.byId.values()]
      .filter((invitation) => isSpent(invitation, now))
      .map(({ invitationId }) => ({ realmId, invitationId })),
  );
}
