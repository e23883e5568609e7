/** Requests an erasure. What it would erase is counted first, and only the scope that was counted can be erased. */
import { useSignal } from '@preact/signals';
import { type Api, newKey } from 'verbatim/client';
import { client } from '../../api/connection.ts';
import { Button, bound, Choice, LabelledInput } from '../../view/fields.tsx';
import { NamedField } from '../../view/named-field.tsx';
import { given } from '../reason.tsx';
import { peopleByName, streamsByName } from '../shared/people.ts';
import { counted } from '../shared/words.ts';
import { type Kind, kinds, type Target, targetOf } from './target.ts';

type Answer = Api['POST /audit/erasures']['answer'];

export function NewErasure(props: {
  readonly isReady: boolean;
  readonly attempt: (what: () => Promise<unknown>) => Promise<boolean>;
  readonly asked: (state: Answer['state']) => Promise<void>;
}) {
  const { isReady, attempt } = props;
  const kind = useSignal<Kind>('messages');
  const messages = useSignal('');
  const user = useSignal('');
  const stream = useSignal('');
  const topic = useSignal('');
  const until = useSignal('');
  const basis = useSignal('');
  const found = useSignal<{ readonly target: string; readonly answer: Answer } | undefined>(undefined);

  const target: Target | undefined = targetOf({
    kind: kind.value,
    messages: messages.value,
    user: user.value,
    stream: stream.value,
    topic: topic.value,
    until: until.value,
  });
  const preview = found.value?.target === JSON.stringify(target) ? found.value?.answer : undefined;
  const count = (): void =>
    void attempt(async () => {
      const answer = await client.value.post('/audit/erasures', { ...target, preview: true, ...given() });
      found.value = { target: JSON.stringify(target), answer };
    });
  const erase = (): void =>
    void attempt(async () => {
      const sent = { ...target, basis: basis.value.trim(), ...given() };
      const { state } = await client.value.post('/audit/erasures', sent, { idempotencyKey: newKey() });
      found.value = undefined;
      await props.asked(state);
    });
  return (
    <form class="inline new-hold" onSubmit={() => count()}>
      <h3>Erase content</h3>
      <Choice label="What" chosen={kind} options={kinds} />
      {kind.value === 'messages' && <LabelledInput label="Message ids" placeholder="4711, 4712" text={messages} />}
      {kind.value === 'user' && (
        <NamedField key="person" label="Person (must be deactivated)" chosen={user} options={peopleByName.value} />
      )}
      {kind.value === 'place' && (
        <>
          <NamedField key="stream" label="Stream" chosen={stream} options={streamsByName.value} />
          <LabelledInput label="Topic" placeholder="all topics" text={topic} />
          <LabelledInput label="Sent before" type="date" text={until} />
        </>
      )}
      <Button label="Count what would be erased" type="submit" aria-disabled={!isReady || !target} />
      {preview && (
        <div class="wide-line verdict is-bad" role="status">
          <p>
            <b>
              Would be erased for good: {counted(preview.messages ?? 0, 'message')},{' '}
              {counted(preview.events ?? 0, 'event')}, {preview.bytes?.toLocaleString()} bytes.
            </b>
            {(preview.held ?? 0) > 0 &&
              ` Under a legal hold: ${preview.held}. The erasure is refused until the hold has ended.`}
          </p>
          <p class="inline">
            <label>
              Legal basis <input placeholder="GDPR 17(1)(b)" {...bound(basis)} />
            </label>
            <Button
              label="Erase for good"
              class="danger"
              aria-disabled={!isReady || basis.value.trim() === ''}
              onClick={erase}
            />
          </p>
        </div>
      )}
    </form>
  );
}
