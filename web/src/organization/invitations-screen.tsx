/** Invitations: people are invited by their addresses, and administrators make links with which anybody can join. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../api/connection.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { Table } from '../audit/shared/table.tsx';
import { momentWords } from '../audit/shared/words.ts';
import { type Invitation, invitationChanges, invitations, loadInvitations } from '../model/invitations.ts';
import { personName } from '../model/organization.ts';
import { copy } from '../view/copy.ts';
import { Button, Trouble } from '../view/fields.tsx';
import { type Link, LinksToPassOn, NewInvitation } from './new-invitation.tsx';
import { roleWords } from './roles.ts';

const nameOf = (one: Invitation): string => (one.is_multiuse ? `link no. ${one.id}` : one.email);

export function InvitationsScreen() {
  const notice = useSignal('');
  const links = useSignal<readonly Link[]>([]);
  const { trouble, isBusy, attempt, refresh } = useAttempt();
  const { value: changes } = invitationChanges;
  useEffect(() => {
    // The list may belong to somebody who was signed in here before.
    if (changes === 0) invitations.value = undefined;
    void refresh(loadInvitations);
  }, [changes]);
  const announce = (words: string, made: readonly Link[]): void => {
    notice.value = words;
    links.value = made;
    void refresh(loadInvitations);
  };
  const revoke = async (one: Invitation): Promise<void> => {
    if (!confirm(`Take back ${nameOf(one)}? Nobody can join by it any more.`)) return;
    const asked = { invite_id: one.id };
    await attempt(async () => {
      if (one.is_multiuse) await client.value.delete('/invites/multiuse/{invite_id}', asked);
      else await client.value.delete('/invites/{invite_id}', asked);
      announce(`${nameOf(one)} was taken back.`, []);
    });
  };
  const resend = (one: Invitation & { readonly is_multiuse: false }) =>
    attempt(async () => {
      const { invite_links: made } = await client.value.post('/invites/{invite_id}/resend', { invite_id: one.id });
      announce(`${one.email} was invited again.`, made);
    });
  return (
    <section class="screen" aria-label="Invitations">
      <h2>Invitations</h2>
      <p class="lead">Whoever is invited joins by a link, within ten days.</p>
      <p role="status">{notice.value}</p>
      <LinksToPassOn links={links.value} />
      <NewInvitation announce={announce} />
      <Trouble words={trouble.value} />
      <h3>Open invitations</h3>
      {invitations.value && invitations.value.length > 0 && (
        <Table columns={['Invitation', 'Role', 'By', 'Change']}>
          {invitations.value.map((one) => (
            <tr key={one.id}>
              <td>
                <b>{one.is_multiuse ? 'A link for many' : one.email}</b>
                <br />
                <small>{momentWords(new Date(one.invited * 1000).toISOString())}</small>
              </td>
              <td>{roleWords(one.invited_as)}</td>
              <td>{personName(one.invited_by_user_id)}</td>
              <td>
                {one.is_multiuse ? (
                  <CopyLink link={one.link_url} name={nameOf(one)} />
                ) : (
                  <Button
                    label="Invite again"
                    forReaders={one.email}
                    aria-disabled={isBusy.value}
                    onClick={() => void resend(one)}
                  />
                )}{' '}
                <Button
                  label="Take back"
                  forReaders={nameOf(one)}
                  aria-disabled={isBusy.value}
                  onClick={() => void revoke(one)}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {invitations.value?.length === 0 && <p class="empty">Nobody is invited at the moment.</p>}
    </section>
  );
}

/** Nothing if the visitor may not see the link. */
const CopyLink = ({ link, name }: { readonly link: string | null; readonly name: string }) =>
  link === null ? null : (
    <Button label="Copy" forReaders={name} onClick={() => void copy(link, 'The link has been copied.')} />
  );
