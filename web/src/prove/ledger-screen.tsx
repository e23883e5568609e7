/** Shows the present ledger, and compares it with a checkpoint that the visitor kept. Everything is checked in this browser. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiError } from 'verbatim/client';
import { client, wait, wordsOf } from '../api/connection.ts';
import { fetched } from '../api/fetched.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { Fact } from '../audit/shared/fact.tsx';
import { copy } from '../view/copy.ts';
import { Button, Trouble } from '../view/fields.tsx';
import { useChecked } from './checked.ts';
import { checkGrowth } from './consistency.ts';
import { NotProvedVerdict } from './not-proved.tsx';
import { base64Of, bytesOf, type Checkpoint, checkpointIn, NotProved, signerOf } from './tlog.ts';

type Ledger = { readonly note: string; readonly checkpoint: Checkpoint; readonly keys: string };
type Growth = { readonly kept: Checkpoint; readonly now: Checkpoint };

/** A ledger has its first checkpoint about a second after the first event. */
const firstWithinMs = 10_000;

/** The present checkpoint, as soon as there is one. Throws NotProved unless the key of the server signed it. */
async function readLedger(): Promise<Ledger> {
  for (const began = Date.now(); ; await wait(500)) {
    try {
      return await readCheckpoint();
    } catch (error) {
      const isNoneYet = error instanceof ApiError && error.status === 404;
      if (!isNoneYet || Date.now() - began > firstWithinMs) throw error;
    }
  }
}

async function readCheckpoint(): Promise<Ledger> {
  const [note, { keys }] = await Promise.all([
    fetched('/audit/ledger/checkpoint').then((answer) => answer.text()),
    client.value.get('/audit/ledger/key'),
  ]);
  const lines = keys.map(({ verifier }) => verifier).join('\n');
  await signerOf(note, lines);
  return { note, checkpoint: checkpointIn(note), keys: lines };
}

const wordsFor = (error: unknown): string => (error instanceof NotProved ? error.message : wordsOf(error));

export function LedgerScreen() {
  const ledger = useSignal<Ledger | undefined>(undefined);
  const { trouble, attempt } = useAttempt(wordsFor);
  const refresh = () =>
    attempt(async () => {
      ledger.value = await readLedger();
    });
  useEffect(() => void refresh(), []);

  const compare = async ({ kept, keys: own }: Readonly<Record<'kept' | 'keys', string>>): Promise<Growth> => {
    const now = await readLedger();
    ledger.value = now;
    const keys = own.trim() || now.keys;
    await signerOf(kept, keys);
    await signerOf(now.note, keys);
    const earlier = checkpointIn(kept);
    const { origin, size } = now.checkpoint;
    const isToBeProved = earlier.origin === origin && earlier.size > 0 && earlier.size < size;
    const { hashes } = isToBeProved
      ? await client.value.get('/audit/ledger/consistency', { from: earlier.size, to: size })
      : { hashes: [] };
    await checkGrowth(
      earlier,
      now.checkpoint,
      hashes.map((hash) => bytesOf(hash, 'A hash of the proof')),
    );
    return { kept: earlier, now: now.checkpoint };
  };
  const { outcome, field, verify } = useChecked({ kept: '', keys: '' }, compare, wordsFor);

  const { value: now } = ledger;
  return (
    <section class="screen prove" aria-label="Ledger">
      <h2>Ledger</h2>
      <p class="lead">
        Everything that happens in this organization is sealed in a tree of hashes within about a second. Keep a
        checkpoint elsewhere: it shows later whether anything that it covers was changed or removed, even by the
        operator.
      </p>
      <Trouble words={trouble.value}>
        {' '}
        <Button label="Try again" onClick={() => void refresh()} />
      </Trouble>
      {now && (
        <>
          <dl class="facts">
            <Fact name="Ledger">{now.checkpoint.origin}</Fact>
            <Fact name="Entries">{now.checkpoint.size}</Fact>
            <Fact name="Root">
              <code>{base64Of(now.checkpoint.root)}</code>
            </Fact>
            <Fact name="Signature">checked in this browser with the key that the server sends</Fact>
          </dl>
          <label class="field">
            <b>The checkpoint</b> <small>Keep it where the operator cannot change it.</small>
            <textarea readOnly rows={5} value={now.note} spellcheck={false} />
          </label>
          <p class="dialog-acts">
            <Button label="Copy" onClick={() => void copy(now.note, 'The checkpoint has been copied.')} />
            <Button label="Fetch the newest" onClick={() => void refresh()} />
          </p>
        </>
      )}
      <form onSubmit={() => void verify()}>
        <h3>Was anything changed since an earlier checkpoint?</h3>
        <label class="field">
          <b>A checkpoint that you kept</b> <small>the whole text, with its signature</small>
          <textarea required rows={5} {...field('kept')} />
        </label>
        <label class="field">
          <b>The key</b>{' '}
          <small>
            optional: a key that you got from somebody whom you trust, instead of the key that the server sends
          </small>
          <textarea rows={2} {...field('keys')} />
        </label>
        <p>
          <Button label="Compare" type="submit" class="primary" />
        </p>
      </form>
      <div role="status">
        {outcome.value && 'isChecking' in outcome.value && 'Checking…'}
        {outcome.value && 'why' in outcome.value && <NotProvedVerdict why={outcome.value.why} />}
        {outcome.value && 'now' in outcome.value && (
          <div class="verdict is-good">
            <h3>Nothing was changed</h3>
            <p>
              All {outcome.value.kept.size} entries that your checkpoint covers are unchanged. The ledger has{' '}
              {outcome.value.now.size} entries now.
            </p>
            <p>
              This does not show that the entries are true, or that everything that happened was entered. To find out
              whether others see the same ledger, compare checkpoints with them.
            </p>
          </div>
        )}
      </div>
    </section>
  );
}
