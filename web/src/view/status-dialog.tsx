import { useSignal } from '@preact/signals';
import { useAttempt } from '../audit/shared/attempt.ts';
import { me } from '../model/organization.ts';
import { setStatus, statuses } from '../model/presence.ts';
import { AccountForm } from './account-form.tsx';
import { Button, LabelledInput, Trouble, ticked } from './fields.tsx';
import { closeDialog, Frame } from './frame.tsx';

const textMax = 60;

/** Changes the status, the name and the password of the visitor. */
export function StatusDialog() {
  const current = statuses.peek().get(me.peek());
  const text = useSignal(current?.text ?? '');
  const away = useSignal(current?.away ?? false);
  const { trouble, isBusy, attempt } = useAttempt();
  const save = () =>
    attempt(async () => {
      await setStatus({ away: away.value, text: text.value });
      closeDialog();
    });
  return (
    <Frame title="Your account">
      <form class="status-form" onSubmit={() => void save()}>
        <LabelledInput
          label="Your status, which everybody sees beside your name"
          maxLength={textMax}
          placeholder="In a meeting until three"
          text={text}
        />
        <label>
          <input type="checkbox" {...ticked(away)} /> Away
        </label>
        <Trouble words={trouble.value} />
        <p class="dialog-acts">
          <Button label="Save" type="submit" class="primary" aria-disabled={isBusy.value} />
          <Button
            label="Clear"
            aria-disabled={isBusy.value}
            onClick={() => {
              text.value = '';
              away.value = false;
              void save();
            }}
          />
        </p>
      </form>
      <AccountForm />
    </Frame>
  );
}

export function StatusWords({ id }: { readonly id: number }) {
  const status = statuses.value.get(id);
  if (!status?.away && !status?.text) return null;
  const words = [status.away && 'away', status.text].filter(Boolean).join(' · ');
  return (
    <span class="status" title={words}>
      {words}
    </span>
  );
}
