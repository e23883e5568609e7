import { useSignal } from '@preact/signals';
import { ApiError } from 'verbatim/client';
import { client } from '../api/connection.ts';
import { streamsByName } from '../audit/shared/people.ts';
import { myself, settings } from '../model/organization.ts';
import { copy } from '../view/copy.ts';
import { Button, bound, Choice, Trouble } from '../view/fields.tsx';
import { Several } from '../view/several.tsx';
import { Field } from './field.tsx';
import { useNamedTrouble } from './named-trouble.ts';
import { type RoleName, roles, rolesWhere } from './roles.ts';

/** A link, and who joins by it. */
export type Link = { readonly email: string; readonly invite_link: string };

/** What the server says where it has not invited everybody. */
type Failure = {
  readonly errors: readonly (readonly [email: string, why: string, deactivated: boolean])[];
  readonly sent_invitations: boolean;
  readonly invite_links: readonly Link[];
};

/** `announce`: called with what was done, and the links that are to be passed on. */
export function NewInvitation({ announce }: { readonly announce: (words: string, links: readonly Link[]) => void }) {
  const addresses = useSignal('');
  const role = useSignal<RoleName>('member');
  const chosen = useSignal<readonly number[]>(
    (settings.peek().realm_default_streams ?? []).map(({ stream_id: id }) => id),
  );
  const { troubleOf, isBusy, attempt } = useNamedTrouble({
    addresses: /invitee_emails|email address/i,
    streams: /stream/i,
  });
  const { is_admin: isAdministrator = false, is_owner: isOwner = false } = myself.value ?? {};
  const options = rolesWhere((name) => (name === 'owner' ? isOwner : name !== 'administrator' || isAdministrator));
  const invite = () =>
    attempt(async () => {
      const asked = { invitee_emails: addresses.value, stream_ids: chosen.value, invite_as: roles[role.value] };
      try {
        const { invite_links: links } = await client.value.post('/invites', asked);
        addresses.value = '';
        announce(
          links.length > 0 ? 'Invited. No e-mail was sent: pass the links on.' : 'The invitations were sent.',
          links,
        );
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'INVITATION_FAILED') throw error;
        const { errors, sent_invitations: isAnybody, invite_links: links } = error.body as unknown as Failure;
        const left = errors.map(([email, why]) => `${email}: ${why}`).join(' ');
        announce(`${isAnybody ? 'The others were invited.' : 'Nobody was invited.'} ${left}`, links);
        if (isAnybody) addresses.value = errors.map(([email]) => email).join('\n');
      }
    });
  const makeLink = () =>
    attempt(async () => {
      const asked = { stream_ids: chosen.value, invite_as: roles[role.value] };
      const { invite_link } = await client.value.post('/invites/multiuse', asked);
      announce('A link was made.', [{ email: 'Anybody', invite_link }]);
    });
  return (
    <form class="inline new-hold" onSubmit={() => void invite()}>
      <h3>Invite people</h3>
      <Field
        label="E-mail addresses"
        hint="Separated by commas or line ends, at most 100."
        trouble={troubleOf('addresses')}
        input={(described) => <textarea rows={3} required {...described} {...bound(addresses)} />}
      />
      <div class="named">
        <Choice label="Role" chosen={role} options={options} />
        <Several label="Streams to begin with" chosen={chosen} options={streamsByName.value} />
        <Trouble words={troubleOf('streams')} />
      </div>
      <Button label="Invite" type="submit" class="primary" aria-disabled={isBusy.value} />
      {isAdministrator && (
        <Button label="Make a link for many" aria-disabled={isBusy.value} onClick={() => void makeLink()} />
      )}
      <Trouble words={troubleOf()} />
    </form>
  );
}

/** Links that the service does not send itself. A browser may forbid the page to copy, so that each is shown, too. */
export const LinksToPassOn = ({ links }: { readonly links: readonly Link[] }) =>
  links.length === 0 ? null : (
    <section class="card-of-group" aria-label="Links to pass on">
      <h3>Links to pass on</h3>
      <p>Whoever has a link can join by it.</p>
      <ul class="rows">
        {links.map(({ email, invite_link: link }) => (
          <li key={link}>
            <span class="grow">
              <b>{email}</b> <small>{link}</small>
            </span>
            <Button
              label="Copy"
              forReaders={`the link for ${email}`}
              onClick={() => void copy(link, 'The link has been copied.')}
            />
          </li>
        ))}
      </ul>
    </section>
  );
