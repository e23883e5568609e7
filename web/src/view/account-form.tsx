import { useSignal } from '@preact/signals';
import { liveClient } from '../api/connection.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { myself } from '../model/organization.ts';
import { Button, LabelledInput, Trouble } from './fields.tsx';

/** Changes the name and the password of the visitor. */
export function AccountForm() {
  const name = useSignal(myself.peek()?.full_name ?? '');
  const present = useSignal('');
  const wanted = useSignal('');
  const notice = useSignal('');
  const { trouble, isBusy, attempt } = useAttempt();
  const save = () =>
    attempt(async () => {
      notice.value = '';
      const asked = { full_name: name.value, old_password: present.value, new_password: wanted.value };
      await liveClient.value.patch('/settings', asked);
      notice.value = wanted.value === '' ? 'The name was saved.' : 'The password was changed.';
      present.value = '';
      wanted.value = '';
    });
  return (
    <section aria-label="Name and password">
      <form class="status-form" onSubmit={() => void save()}>
        <h3>Name and password</h3>
        <LabelledInput label="Your name" required autocomplete="name" text={name} />
        <LabelledInput label="Present password" type="password" autocomplete="current-password" text={present} />
        <LabelledInput
          label="New password"
          type="password"
          autocomplete="new-password"
          required={present.value !== ''}
          text={wanted}
        />
        <Trouble words={trouble.value} />
        <p role="status">{notice.value}</p>
        <p class="dialog-acts">
          <Button label="Save name and password" type="submit" aria-disabled={isBusy.value} />
        </p>
      </form>
    </section>
  );
}
