/** Fetches the proof that an event is in the ledger, and checks it in this browser. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../../api/connection.ts';
import { fetched } from '../../api/fetched.ts';
import { NotProvedVerdict } from '../../prove/not-proved.tsx';
import { base64Of, check, NotProved, type Proved, proofIn } from '../../prove/tlog.ts';
import { Button, bound } from '../../view/fields.tsx';
import { useAttempt } from './attempt.ts';
import { saveAs } from './save-as.ts';
import { Scrolls } from './scrolls.tsx';

type Outcome =
  | { readonly is: 'proved'; readonly proved: Proved; readonly text: string; readonly leaf: string }
  | { readonly is: 'not proved'; readonly why: string };

/** Throws NotProved unless the proof is of this event. */
export async function proofOf(eventId: string, keys: string | undefined): Promise<Outcome & { readonly is: 'proved' }> {
  const asked = `/audit/ledger/proof?${new URLSearchParams({ event_id: eventId })}`;
  const text = await (await fetched(asked)).text();
  const { extra: leaf } = proofIn(text);
  if (leaf === undefined) throw new NotProved('The proof does not contain the entry.');
  if ((JSON.parse(leaf) as { id?: unknown }).id !== eventId) throw new NotProved('The proof belongs to another event.');
  const named =
    keys?.trim() || (await client.value.get('/audit/ledger/key')).keys.map((key) => key.verifier).join('\n');
  return { is: 'proved', proved: await check({ proof: text, leaf, keys: named }), text, leaf };
}

const sealMs = 1000;
const sealTries = 10;

/** Events are sealed within about a second. Throws NotProved if it takes much longer. */
async function untilSealed(eventId: string): Promise<void> {
  for (let tries = 0; tries < sealTries; tries += 1) {
    const { record } = await client.value.get('/audit/events/{event_id}', { event_id: eventId });
    if (record.index !== null) return;
    await new Promise((resolve) => setTimeout(resolve, sealMs));
  }
  throw new NotProved('The event is not sealed yet, because sealing is behind. Try again later.');
}

export function ProofPanel({ eventId, isSealed }: { readonly eventId: string; readonly isSealed: boolean }) {
  const outcome = useSignal<Outcome | undefined>(undefined);
  const keys = useSignal('');
  const { trouble, isBusy, attempt } = useAttempt();
  useEffect(() => {
    outcome.value = undefined;
    trouble.value = '';
  }, [eventId]);
  const verify = () =>
    attempt(async () => {
      outcome.value = undefined;
      try {
        if (!isSealed) await untilSealed(eventId);
        outcome.value = await proofOf(eventId, keys.value);
      } catch (error) {
        if (!(error instanceof NotProved)) throw error;
        outcome.value = { is: 'not proved', why: error.message };
      }
    });
  return (
    <div class="proof-panel">
      <details>
        <summary>Use your own copy of the key</summary>
        <label class="field">
          <small>
            A key that you got from somebody whom you trust. It is used instead of the key that the server sends.
          </small>
          <textarea rows={2} aria-label="Your own copy of the key" spellcheck={false} {...bound(keys)} />
        </label>
      </details>
      <p>
        <Button
          label="Verify in this browser"
          class="primary"
          aria-disabled={isBusy.value}
          onClick={() => void verify()}
        />
      </p>
      <div role="status">
        {isBusy.value && 'Checking…'}
        {trouble.value && <p class="failure">{trouble.value}</p>}
        {outcome.value?.is === 'not proved' && <NotProvedVerdict why={outcome.value.why} />}
        {outcome.value?.is === 'proved' && <Shown {...outcome.value} eventId={eventId} />}
      </div>
    </div>
  );
}

function Shown({ proved, text, leaf, eventId }: Outcome & { readonly is: 'proved' } & { readonly eventId: string }) {
  const { checkpoint, index, key } = proved;
  return (
    <div class="verdict is-good">
      <h3>Proved</h3>
      <p>
        This event is entry {index} of the {checkpoint.size} entries of <code>{checkpoint.origin}</code>, under the root{' '}
        <code>{base64Of(checkpoint.root)}</code>, signed by <code>{key}</code>.
      </p>
      <p>
        The entry shows who acted and when. Its <code>commit</code> is a hash of everything that was stored, so a change
        of the stored event would be noticed. The proof does not show that what was written is true.
      </p>
      <details>
        <summary>The entry</summary>
        <Scrolls label="The entry">
          <pre class="entry">{JSON.stringify(JSON.parse(leaf), undefined, 2)}</pre>
        </Scrolls>
      </details>
      <p>
        <Button
          label="Save the .tlog-proof"
          onClick={() => saveAs(`${eventId}.tlog-proof`, new Blob([text], { type: 'text/plain' }))}
        />
      </p>
    </div>
  );
}
