/** The read model `invitations`: the links by which people may join, for the users who manage them. */
import { changesOf, defineProjection, type Operation } from '../src/define/projection.ts';
import type { Recorded } from '../src/vocabulary/events/index.ts';
import type { ChannelId, InvitationId, Millis, RealmId, UserId } from '../src/vocabulary/ids.ts';
import type { Role } from '../src/vocabulary/roles.ts';

export type InvitationDocument = {
  readonly realmId: RealmId;
  readonly invitationId: InvitationId;
  readonly inviterId: UserId;
  readonly email: string | null;
  readonly role: Role;
  readonly channelIds: readonly ChannelId[];
  readonly sentAt: Millis;
  readonly expiresAt: Millis;
  readonly generation: number;
};

const documentId = (realmId: number, invitationId: number): string => `${realmId}.${invitationId}`;

const gone = ({
  realmId,
  data,
}: Recorded<'InvitationRevoked' | 'InvitationEnded'>): Operation<InvitationDocument>[] => [
  { op: 'remove', id: documentId(realmId, data.invitationId) },
];

export const invitations = defineProjection<InvitationDocument>({
  name: 'invitations',
  version: 1,
  indexes: { byRealm: ['realmId', 'invitationId'], byInviter: ['realmId', 'inviterId', 'invitationId'] },
  on: {
    InvitationSent: {
      apply: ({ realmId, data, metadata }) => [
        {
          op: 'put',
          id: documentId(realmId, data.invitationId),
          document: { realmId, ...data, sentAt: metadata.at, generation: 1 },
        },
      ],
    },
    InvitationResent: changesOf<InvitationDocument, 'InvitationResent'>(({ realmId, data }) =>
      documentId(realmId, data.invitationId),
    )(({ data: { generation, expiresAt }, metadata: { at: sentAt } }) => ({ generation, expiresAt, sentAt })),
    InvitationRevoked: { apply: gone },
    InvitationEnded: { apply: gone },
  },
});
