/** Push sinks: external addresses to which the trail is sent, with the progress of each. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { newKey } from 'verbatim/client';
import { client } from '../../api/connection.ts';
import { copy } from '../../view/copy.ts';
import { Button, setTo, Trouble } from '../../view/fields.tsx';
import { given, ReasonBar } from '../reason.tsx';
import { useAttempt } from '../shared/attempt.ts';
import { type Sink, SinkCard } from './sink-card.tsx';
import { SinkFields, useSinkFields, wishOf } from './sink-fields.tsx';

export function SinksScreen() {
  const sinks = useSignal<readonly Sink[] | undefined>(undefined);
  const secret = useSignal('');
  const { trouble, isBusy, attempt } = useAttempt();
  const load = async (): Promise<void> => {
    ({ sinks: sinks.value } = await client.value.get('/audit/sinks', given()));
  };
  const change = (what: () => Promise<unknown>): Promise<boolean> =>
    attempt(async () => {
      await what();
      await load();
    });
  const fields = useSinkFields({ url: '', format: 'cloudevents', actions: null });
  const add = () =>
    change(async () => {
      const made = await client.value.post('/audit/sinks', wishOf(fields), { idempotencyKey: newKey() });
      secret.value = made.secret;
      fields.url.value = '';
    });
  useEffect(() => void attempt(load), []);
  return (
    <section class="screen" aria-label="Sinks">
      <h2>Sinks</h2>
      <p class="lead">
        A sink is an external address to which new records of the trail are sent: in order, numbered without gaps, and
        signed. The content of messages is never sent.
      </p>
      <ReasonBar />
      <Trouble words={trouble.value} />
      {secret.value && (
        <div class="verdict is-good" role="status">
          <h3>The secret of the new sink</h3>
          <p>
            <code>{secret.value}</code>
          </p>
          <p>The service signs its requests with this secret. Store it now: it is not shown again.</p>
          <p class="acts-line">
            <Button label="Copy" onClick={() => void copy(secret.value, 'The secret has been copied.')} />
            <Button label="I have stored it" onClick={setTo(secret, '')} />
          </p>
        </div>
      )}
      <p class="acts-line">
        <Button label="Refresh" aria-disabled={isBusy.value} onClick={() => void attempt(load)} />
      </p>
      {sinks.value?.map((sink) => (
        <SinkCard key={sink.id} sink={sink} isBusy={isBusy.value} change={change} />
      ))}
      {sinks.value?.length === 0 && <p class="empty">There are no sinks.</p>}
      <form class="inline new-hold" onSubmit={() => void add()}>
        <h3>Add a sink</h3>
        <SinkFields fields={fields} />
        <Button label="Add" type="submit" class="primary" aria-disabled={isBusy.value} />
      </form>
    </section>
  );
}
