/** Performs the policy `invitation-emails`: sends the link to the invited person. */
import type { Config } from '../config.ts';
import { invitationKey } from '../engine/invitation-keys.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import type { Secrets } from '../engine/secrets.ts';
import { fullNameOf } from '../state/people.ts';
import type { RealmState, ServerState } from '../state/realm-state.ts';
import type { InvitationId, Millis, RealmId } from '../vocabulary/ids.ts';
import { organizationAddress } from './organization-address.ts';
import { type Prepared, type SendingParts, sendOnce } from './send-once.ts';

type InvitationEmailParts = SendingParts & {
  readonly state: ServerState;
  readonly secrets: Pick<Secrets, 'signature'>;
  readonly config: Pick<Config, 'publicUrl' | 'domain'>;
  readonly now: () => Millis;
  /** Whether this caller must send it. */
  readonly record: (
    realmId: RealmId,
    input: { readonly invitationId: InvitationId; readonly generation: number },
  ) => Promise<boolean>;
};

export const invitationEmails = (parts: InvitationEmailParts): Performer => ({
  kind: 'do',
  async perform(event, signal) {
    if (event.type !== 'InvitationSent' && event.type !== 'InvitationResent') return;
    const { realmId, data } = event;
    const { invitationId } = data;
    const generation = event.type === 'InvitationSent' ? 1 : event.data.generation;
    const prepare = async (): Promise<Prepared | undefined> => {
      const realm = parts.state.realms.get(realmId);
      const invitation = realm?.invitations.byId.get(invitationId);
      const isOpen = invitation?.generation === generation && parts.now() < invitation.expiresAt;
      if (!realm || realm.realm.deactivated || !isOpen || invitation.email === null) return undefined;
      const key = invitationKey(parts.secrets, realmId, invitation);
      const inviter = fullNameOf(realm, invitation.inviterId);
      const text = invitationText(realm, inviter, `${organizationAddress(parts.config, realm)}/#join/${key}`);
      return {
        email: { to: invitation.email, ...text, id: event.id },
        record: () => parts.record(realmId, { invitationId, generation }),
      };
    };
    await sendOnce(parts, prepare, { realm: realmId, invitation: invitationId }, signal);
  },
});

const invitationText = ({ realm: { name } }: RealmState, inviter: string, link: string) => ({
  subject: `${inviter} invites you to join ${name}`,
  text: `${inviter} invites you to join ${name} on Verbatim.

With this link you choose a name and a password. It works once, and for ten days:

${link}

If you do not know who this is, there is nothing to do.
`,
});
