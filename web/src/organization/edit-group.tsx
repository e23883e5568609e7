import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client } from '../api/connection.ts';
import type { UserGroup } from '../model/user-groups.ts';
import { Button, isOfInputMethod, Trouble } from '../view/fields.tsx';
import { aboutGroup, GroupFields } from './group-fields.tsx';
import { useNamedTrouble } from './named-trouble.ts';

/** A form that changes the name and the description of a group. */
export function EditGroup({ group, close }: { readonly group: UserGroup; readonly close: () => void }) {
  const name = useSignal(group.name);
  const description = useSignal(group.description);
  const form = useRef<HTMLFormElement>(null);
  const { troubleOf, isBusy, attempt } = useNamedTrouble(aboutGroup);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const save = async (): Promise<void> => {
    const changed = {
      ...(name.value !== group.name && { name: name.value }),
      ...(description.value !== group.description && { description: description.value }),
    };
    const patch = () => client.value.patch('/user_groups/{user_group_id}', { user_group_id: group.id, ...changed });
    // The server refuses a request without changes.
    if (Object.keys(changed).length === 0 || (await attempt(patch))) close();
  };
  return (
    <form
      ref={form}
      class="inline"
      aria-label={`Rename ${group.name}`}
      onSubmit={() => void save()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isOfInputMethod(event)) return;
        event.stopPropagation();
        close();
      }}
    >
      <GroupFields name={name} description={description} troubleOf={troubleOf} />
      <Button label="Save" type="submit" class="primary" aria-disabled={isBusy.value} />
      <Button label="Cancel" onClick={close} />
      <Trouble words={troubleOf()} />
    </form>
  );
}
