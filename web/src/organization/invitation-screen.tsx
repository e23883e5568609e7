import { signOut } from '../api/session.ts';
import { myself } from '../model/organization.ts';
import { Button } from '../view/fields.tsx';

/** The address of an invitation, opened by somebody who is signed in. */
export const InvitationScreen = ({ invitationKey }: { readonly invitationKey: string }) => (
  <section class="screen" aria-label="Invitation">
    <h2>Invitation</h2>
    <p class="lead">
      This address is an invitation for somebody who has no account yet. You are signed in as{' '}
      <b>{myself.value?.full_name}</b>.
    </p>
    <p>
      <a href="#all">Go to the messages</a>{' '}
      <Button label="Sign out and open it" onClick={() => signOut(`#join/${invitationKey}`)} />
    </p>
  </section>
);
