/** One user group, with what its members and administrators can do with it. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { client } from '../api/connection.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { counted } from '../audit/shared/words.ts';
import { me, myself } from '../model/organization.ts';
import type { UserGroup } from '../model/user-groups.ts';
import { Button, setTo, Trouble } from '../view/fields.tsx';
import { EditGroup } from './edit-group.tsx';
import { GroupMembers } from './group-members.tsx';

export function GroupCard({
  group,
  announce,
}: {
  readonly group: UserGroup;
  readonly announce: (words: string) => void;
}) {
  const { id, name, description, members } = group;
  const isEditing = useSignal(false);
  const isOpen = useSignal(false);
  const edit = useRef<HTMLButtonElement>(null);
  const { trouble, isBusy, attempt } = useAttempt();
  const mayChange = myself.value?.is_admin === true || members.includes(me.value);
  const remove = async (): Promise<void> => {
    if (!confirm(`Delete the group ${name}? Messages that mention it stay as they are.`)) return;
    await attempt(async () => {
      await client.value.delete('/user_groups/{user_group_id}', { user_group_id: id });
      announce(`${name} was deleted.`);
    });
  };
  const close = (): void => {
    isEditing.value = false;
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <article class="card-of-group" aria-label={name}>
      <h3>{name}</h3>
      {description !== '' && <p dir="auto">{description}</p>}
      <details
        onToggle={({ currentTarget }) => {
          isOpen.value = currentTarget.open;
        }}
      >
        <summary>{counted(members.length, 'member')}</summary>
        {isOpen.value && <GroupMembers group={group} mayChange={mayChange} />}
      </details>
      {mayChange && isEditing.value && <EditGroup group={group} close={close} />}
      {mayChange && !isEditing.value && (
        <p class="dialog-acts">
          <button ref={edit} type="button" onClick={setTo(isEditing, true)}>
            Rename<span class="for-readers"> {name}</span>
          </button>
          <Button label="Delete" forReaders={name} aria-disabled={isBusy.value} onClick={() => void remove()} />
        </p>
      )}
      <Trouble words={trouble.value} />
    </article>
  );
}
