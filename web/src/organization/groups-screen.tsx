/** User groups: their members are mentioned at once. */
import { useSignal } from '@preact/signals';
import { client } from '../api/connection.ts';
import { membersByName } from '../audit/shared/people.ts';
import { me } from '../model/organization.ts';
import { userGroups } from '../model/user-groups.ts';
import { Button, Trouble } from '../view/fields.tsx';
import { Several } from '../view/several.tsx';
import { GroupCard } from './group-card.tsx';
import { aboutGroup, GroupFields } from './group-fields.tsx';
import { useNamedTrouble } from './named-trouble.ts';

export function GroupsScreen() {
  const notice = useSignal('');
  const announce = (words: string): void => {
    notice.value = words;
  };
  const all = [...userGroups.value.values()].sort((a, b) => a.name.localeCompare(b.name));
  return (
    <section class="screen" aria-label="User groups">
      <h2>User groups</h2>
      <p class="lead">A message that mentions a group mentions each of its members.</p>
      <p role="status">{notice.value}</p>
      <NewGroup announce={announce} />
      {all.map((group) => (
        <GroupCard key={group.id} group={group} announce={announce} />
      ))}
      {all.length === 0 && <p class="empty">There are no user groups yet.</p>}
    </section>
  );
}

function NewGroup({ announce }: { readonly announce: (words: string) => void }) {
  const name = useSignal('');
  const description = useSignal('');
  // Whoever is no administrator can change only groups that they are in.
  const members = useSignal<readonly number[]>([me.peek()]);
  const { troubleOf, isBusy, attempt } = useNamedTrouble(aboutGroup);
  const create = () =>
    attempt(async () => {
      const asked = { name: name.value, description: description.value, members: members.value };
      await client.value.post('/user_groups/create', asked);
      announce(`${name.value.trim()} was created.`);
      name.value = '';
      description.value = '';
      members.value = [me.peek()];
    });
  return (
    <form class="inline new-hold" onSubmit={() => void create()}>
      <h3>Create a group</h3>
      <GroupFields name={name} description={description} troubleOf={troubleOf} />
      <Several label="Members" chosen={members} options={membersByName.value} />
      <Button label="Create" type="submit" class="primary" aria-disabled={isBusy.value} />
      <Trouble words={troubleOf()} />
    </form>
  );
}
