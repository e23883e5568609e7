import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { type Api, newKey } from 'verbatim/client';
import { client } from '../../api/connection.ts';
import { personName } from '../../model/organization.ts';
import { Button, bound, setTo } from '../../view/fields.tsx';
import { showToast } from '../../view/toast.tsx';
import { Fact } from '../shared/fact.tsx';
import { counted, momentWords } from '../shared/words.ts';
import { EditSink } from './edit-sink.tsx';

export type Sink = Api['GET /audit/sinks']['answer']['sinks'][number];

const states: Readonly<Record<Sink['state'], string>> = {
  sending: 'sending',
  resting: 'waiting after a failed request',
  disabled: 'disabled',
  gone: 'disabled: the receiver answered 410 Gone',
};

export function SinkCard(props: {
  readonly sink: Sink;
  readonly isBusy: boolean;
  readonly change: (what: () => Promise<unknown>) => Promise<boolean>;
}) {
  const { sink, isBusy, change } = props;
  const { id, lag } = sink;
  const position = useSignal('');
  const isRemoving = useSignal(false);
  const isEditing = useSignal(false);
  const edit = useRef<HTMLButtonElement>(null);
  return (
    <article class="card-of-sink" aria-label={`Sink ${id}`}>
      <h3>{sink.url}</h3>
      <dl class="facts">
        <Fact name="State">
          <b class={`state-is-${sink.state}`}>{states[sink.state]}</b>
          {sink.resting_until !== null && `, until ${momentWords(sink.resting_until)}`}
        </Fact>
        <Fact name="Last error">
          {sink.last_error && `${sink.last_error} (${counted(sink.failures, 'failed request')})`}
        </Fact>
        <Fact name="Behind">
          {lag.events === 0 ? 'nothing' : counted(lag.events, 'event')}
          {lag.since !== null && `, since ${momentWords(lag.since)}`}
        </Fact>
        <Fact name="Received">
          up to sequence number {sink.sequence}, position {sink.position}
        </Fact>
        <Fact name="Actions">{sink.actions === null ? 'all actions' : sink.actions.join(', ')}</Fact>
        <Fact name="Format">{sink.format}</Fact>
        <Fact name="Added">
          {momentWords(sink.added_at)}
          {sink.added_by !== null && ` by ${personName(sink.added_by)}`}
        </Fact>
      </dl>
      {isEditing.value && (
        <EditSink
          id={id}
          sink={sink}
          isBusy={isBusy}
          save={(changes) => change(() => client.value.patch('/audit/sinks/{sink_id}', { sink_id: id, ...changes }))}
          close={() => {
            isEditing.value = false;
            edit.current?.focus();
          }}
        />
      )}
      <form
        class="inline"
        onSubmit={async () => {
          const asked = { sink_id: id, position: Number(position.value) };
          const rewind = () => client.value.post('/audit/sinks/{sink_id}/rewind', asked, { idempotencyKey: newKey() });
          if (await change(rewind)) showToast(`Sink ${id} is sent all events after position ${asked.position} again.`);
        }}
      >
        <label>
          Send again all events after position <input type="number" min="0" step="1" required {...bound(position)} />
        </label>
        <Button
          label="Rewind"
          forReaders={`sink ${id}`}
          type="submit"
          aria-disabled={isBusy || position.value === ''}
        />
      </form>
      <p class="acts-line">
        <button ref={edit} type="button" aria-expanded={isEditing.value} onClick={setTo(isEditing, !isEditing.value)}>
          Edit<span class="for-readers"> sink {id}</span>
        </button>
        <Button
          label={sink.enabled ? 'Disable' : 'Enable'}
          forReaders={`sink ${id}`}
          aria-disabled={isBusy}
          onClick={() =>
            void change(() => client.value.patch('/audit/sinks/{sink_id}', { sink_id: id, enabled: !sink.enabled }))
          }
        />
        {isRemoving.value ? (
          <>
            <Button
              label="Remove it for good"
              class="danger"
              aria-disabled={isBusy}
              onClick={() => void change(() => client.value.delete('/audit/sinks/{sink_id}', { sink_id: id }))}
            />
            <Button label="Keep it" onClick={setTo(isRemoving, false)} />
          </>
        ) : (
          <Button label="Remove" forReaders={`sink ${id}`} onClick={setTo(isRemoving, true)} />
        )}
      </p>
    </article>
  );
}
