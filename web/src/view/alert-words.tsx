import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { liveClient } from '../api/connection.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { settings } from '../model/organization.ts';
import { Button, bound, Trouble } from './fields.tsx';

const lengthMax = 100;

/** The words that alert the visitor, each with a button that removes it, and a field that adds one. Events update the list. */
export function AlertWords() {
  const word = useSignal('');
  const notice = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  const { trouble, isBusy, attempt } = useAttempt();
  const change = (what: () => Promise<unknown>, confirmation: string): Promise<boolean> =>
    attempt(async () => {
      notice.value = '';
      await what();
      notice.value = confirmation;
      // The button that was pressed is removed with its word.
      field.current?.focus();
    });
  const add = async (): Promise<void> => {
    const added = word.value.trim();
    const post = () => liveClient.value.post('/users/me/alert_words', { alert_words: [added] });
    if (await change(post, `“${added}” is an alert word.`)) word.value = '';
  };
  const remove = (one: string) =>
    change(
      () => liveClient.value.delete('/users/me/alert_words', { alert_words: [one] }),
      `“${one}” is no longer an alert word.`,
    );
  const { alert_words: words = [] } = settings.value;
  return (
    <section class="status-form" aria-label="Alert words">
      <h3>Alert words</h3>
      <p>A message that has one of these words stands out, and notifies you like a mention.</p>
      {words.length > 0 && (
        <ul class="rows">
          {words.map((one) => (
            <li key={one}>
              <span class="grow" dir="auto">
                {one}
              </span>
              <Button label="Remove" forReaders={one} aria-disabled={isBusy.value} onClick={() => void remove(one)} />
            </li>
          ))}
        </ul>
      )}
      <form class="status-form" onSubmit={() => void add()}>
        <label>
          Another word or phrase
          <input ref={field} required pattern=".*\S.*" maxLength={lengthMax} autocomplete="off" {...bound(word)} />
        </label>
        <p class="dialog-acts">
          <Button label="Add" type="submit" aria-disabled={isBusy.value} />
        </p>
      </form>
      <Trouble words={trouble.value} />
      <p role="status">{notice.value}</p>
    </section>
  );
}
