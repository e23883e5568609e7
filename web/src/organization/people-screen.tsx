/** The people of the organization. Administrators change their names and roles, and deactivate and reactivate their accounts. */
import { useSignal } from '@preact/signals';
import { client } from '../api/connection.ts';
import type { Person } from '../api/types.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { Table } from '../audit/shared/table.tsx';
import { departed, me, myself, people } from '../model/organization.ts';
import { Button, Choice, LabelledInput, nameMatches, SearchField, setTo, Trouble } from '../view/fields.tsx';
import { Frame } from '../view/frame.tsx';
import { roleOf, roles, rolesWhere, roleWords } from './roles.ts';

const shownMax = 100;

export function PeopleScreen() {
  const sought = useSignal('');
  const notice = useSignal('');
  const changing = useSignal<Person | undefined>(undefined);
  const { trouble, isBusy, attempt } = useAttempt();
  const found = [...people.value.values()]
    .filter((one) => !one.is_bot && nameMatches(`${one.full_name} ${one.email}`, sought.value))
    .sort((a, b) => a.full_name.localeCompare(b.full_name));
  const turn = async ({ user_id, full_name: name }: Person, isGone: boolean): Promise<void> => {
    const question = `Deactivate ${name}? They and their bots are signed out everywhere. What they wrote stays.`;
    if (!isGone && !confirm(question)) return;
    notice.value = '';
    await attempt(async () => {
      if (isGone) await client.value.post('/users/{user_id}/reactivate', { user_id });
      else await client.value.delete('/users/{user_id}', { user_id });
      notice.value = `${name} is ${isGone ? 'active again' : 'deactivated'}.`;
    });
  };
  return (
    <section class="screen" aria-label="People">
      <h2>People</h2>
      <p class="lead">Whoever is deactivated cannot sign in any more. What they wrote stays under their name.</p>
      <SearchField label="Name or address" placeholder="Find a person" text={sought} />
      <Trouble words={trouble.value} />
      <p role="status">{notice.value}</p>
      <Table columns={['Person', 'Role', 'Change']}>
        {found.slice(0, shownMax).map((one) => {
          const isGone = departed.value.has(one.user_id);
          return (
            <tr key={one.user_id}>
              <td>
                <b>{one.full_name}</b>
                <br />
                <small>{one.email}</small>
              </td>
              <td>{isGone ? 'deactivated' : roleWords(roles[roleOf(one)])}</td>
              <td>
                {!isGone && <Button label="Change" forReaders={one.full_name} onClick={setTo(changing, one)} />}{' '}
                {one.user_id !== me.value && (
                  <Button
                    key="turn"
                    label={isGone ? 'Reactivate' : 'Deactivate'}
                    forReaders={one.full_name}
                    aria-disabled={isBusy.value}
                    onClick={() => void turn(one, isGone)}
                  />
                )}
              </td>
            </tr>
          );
        })}
      </Table>
      {found.length > shownMax && (
        <p class="empty">{(found.length - shownMax).toLocaleString()} more: find them by name.</p>
      )}
      {found.length === 0 && <p class="empty">Nobody has this name or address.</p>}
      {changing.value && (
        <ChangePerson
          person={changing.value}
          close={(told = '') => {
            notice.value = told;
            changing.value = undefined;
          }}
        />
      )}
    </section>
  );
}

function ChangePerson({ person, close }: { readonly person: Person; readonly close: (told?: string) => void }) {
  const { user_id, full_name: formerName } = person;
  const name = useSignal(formerName);
  const role = useSignal(roleOf(person));
  const { trouble, isBusy, attempt } = useAttempt();
  const save = () =>
    attempt(async () => {
      const changed = {
        ...(name.value !== formerName && { full_name: name.value }),
        ...(role.value !== roleOf(person) && { role: roles[role.value] }),
      };
      if (Object.keys(changed).length > 0) await client.value.patch('/users/{user_id}', { user_id, ...changed });
      close(`${name.value} was saved.`);
    });
  const mayMakeOwner = myself.value?.is_owner === true || person.is_owner === true;
  return (
    <Frame title={formerName} onClose={close}>
      <form class="status-form" onSubmit={() => void save()}>
        <LabelledInput label="Name" required text={name} />
        <Choice label="Role" chosen={role} options={rolesWhere((one) => one !== 'owner' || mayMakeOwner)} />
        <Trouble words={trouble.value} />
        <p class="dialog-acts">
          <Button label="Save" type="submit" class="primary" aria-disabled={isBusy.value} />
        </p>
      </form>
    </Frame>
  );
}
