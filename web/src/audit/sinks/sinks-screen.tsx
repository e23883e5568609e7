/** Push sinks: addresses outside to which the trail is sent; how far each is, and how far behind. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../../api/connection.ts';
import { Trouble } from '../../view/fields.tsx';
import { given, ReasonBar } from '../reason.tsx';
import { useAttempt } from '../shared/attempt.ts';
import { NewSink } from './new-sink.tsx';
import { type Sink, SinkCard } from './sink-card.tsx';

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
  useEffect(() => void attempt(load), []);
  return (
    <section class="screen" aria-label="Sinks">
      <h2>Sinks</h2>
      <p class="lead">
        Addresses outside to which the trail is sent as it grows: in order, numbered without gaps, signed, and never
        with what people wrote.
      </p>
      <ReasonBar />
      <Trouble words={trouble.value} />
      {secret.value && (
        <div class="verdict is-good" role="status">
          <h3>The secret of the new sink</h3>
          <p>
            <code>{secret.value}</code>
          </p>
          <p>Requests are signed with it. Keep it now: it is not shown again.</p>
          <p class="acts-line">
            <button type="button" onClick={() => void navigator.clipboard.writeText(secret.value)}>
              Copy
            </button>
            <button
              type="button"
              onClick={() => {
                secret.value = '';
              }}
            >
              I have kept it
            </button>
          </p>
        </div>
      )}
      <p class="acts-line">
        <button type="button" disabled={isBusy.value} onClick={() => void attempt(load)}>
          Refresh
        </button>
      </p>
      {sinks.value?.map((sink) => (
        <SinkCard key={sink.id} sink={sink} isBusy={isBusy.value} change={change} />
      ))}
      {sinks.value?.length === 0 && <p class="empty">The trail is sent nowhere.</p>}
      <NewSink
        isReady={!isBusy.value}
        add={(asked) =>
          change(async () => {
            const made = await client.value.post('/audit/sinks', asked, { idempotencyKey: crypto.randomUUID() });
            secret.value = made.secret;
          })
        }
      />
    </section>
  );
}
