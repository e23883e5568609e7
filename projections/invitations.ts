/** The read model `invitations`: the links by which people may join, for the users who manage them. */
import { changesOf, defineProjection, puts, removes } from '../src/define/projection.ts';
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

type InvitationEvent = 'InvitationSent' | 'InvitationResent' | 'InvitationRevoked' | 'InvitationEnded';

const documentId = ({ realmId, data }: Recorded<InvitationEvent>): string => `${realmId}.${data.invitationId}`;

export const invitations = defineProjection<InvitationDocument>({
  name: 'invitations',
  version: 1,
  indexes: { byRealm: ['realmId', 'invitationId'], byInviter: ['realmId', 'inviterId', 'invitationId'] },
  on: {
    InvitationSent: puts((event) => [
      documentId(event),
      { realmId: event.realmId, ...event.data, sentAt: event.metadata.at, generation: 1 },
    ]),
    InvitationResent: changesOf<InvitationDocument, 'InvitationResent'>(documentId)(
      ({ data: { generation, expiresAt }, metadata: { at: sentAt } }) => ({ generation, expiresAt, sentAt }),
    ),
    InvitationRevoked: removes(documentId),
    InvitationEnded: removes(documentId),
  },
});
