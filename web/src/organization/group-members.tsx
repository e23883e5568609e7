import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { client } from '../api/connection.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { membersByName } from '../audit/shared/people.ts';
import { personName } from '../model/organization.ts';
import type { UserGroup } from '../model/user-groups.ts';
import { Button, Trouble } from '../view/fields.tsx';
import { NamedField } from '../view/named-field.tsx';

/** The members of a group, each with a button that removes them, and a field that adds one. */
export function GroupMembers(props: { readonly group: UserGroup; readonly mayChange: boolean }) {
  const { group, mayChange } = props;
  const chosen = useSignal('');
  const form = useRef<HTMLFormElement>(null);
  const { trouble, isBusy, attempt } = useAttempt();
  const change = (members: { readonly add?: readonly number[]; readonly delete?: readonly number[] }) =>
    attempt(() => client.value.post('/user_groups/{user_group_id}/members', { user_group_id: group.id, ...members }));
  const toField = (): void => form.current?.querySelector('input')?.focus();
  const add = async (): Promise<void> => {
    if (!(await change({ add: [Number(chosen.value)] }))) return;
    chosen.value = '';
    toField();
  };
  const named = group.members.map((id) => [id, personName(id)] as const).sort(([, a], [, b]) => a.localeCompare(b));
  const others = membersByName.value.filter(([id]) => !group.members.includes(id));
  return (
    <>
      <ul class="rows">
        {named.map(([id, name]) => (
          <li key={id}>
            <span class="grow">{name}</span>
            {mayChange && (
              <Button
                label="Remove"
                forReaders={name}
                aria-disabled={isBusy.value}
                onClick={async () => {
                  // The button is removed with its row, so the focus moves to the field.
                  if (await change({ delete: [id] })) toField();
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <form ref={form} class="inline" onSubmit={() => void add()}>
          <NamedField label="Person to add" chosen={chosen} options={others} isRequired />
          <Button label="Add" forReaders={`to ${group.name}`} type="submit" aria-disabled={isBusy.value} />
        </form>
      )}
      <Trouble words={trouble.value} />
    </>
  );
}
