/** The ledger as it stands, and whether it still holds what stood in a checkpoint that the visitor kept. All is checked in this browser. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client, readText, wordsOf } from '../api/connection.ts';
import { Trouble } from '../view/fields.tsx';
import { checkGrowth } from './consistency.ts';
import { NotProvedVerdict } from './not-proved.tsx';
import { base64Of, bytesOf, type Checkpoint, checkpointIn, NotProved, signerOf } from './tlog.ts';

type Standing = { readonly note: string; readonly checkpoint: Checkpoint; readonly keys: string };
type Outcome = { readonly kept: Checkpoint; readonly now: Checkpoint } | { readonly why: string };

/** What the server says now, if its signature is that of its key. */
async function readStanding(): Promise<Standing> {
  const [note, { keys }] = await Promise.all([
    readText('/audit/ledger/checkpoint'),
    client.value.get('/audit/ledger/key'),
  ]);
  const lines = keys.map(({ verifier }) => verifier).join('\n');
  await signerOf(note, lines);
  return { note, checkpoint: checkpointIn(note), keys: lines };
}

const wordsFor = (error: unknown): string => (error instanceof NotProved ? error.message : wordsOf(error));

export function LedgerScreen() {
  const standing = useSignal<Standing | undefined>(undefined);
  const trouble = useSignal('');
  const kept = useSignal('');
  const ownKeys = useSignal('');
  const outcome = useSignal<Outcome | undefined>(undefined);

  const refresh = async (): Promise<void> => {
    trouble.value = '';
    try {
      standing.value = await readStanding();
    } catch (error) {
      trouble.value = wordsFor(error);
    }
  };
  useEffect(() => void refresh(), []);

  const compare = async (): Promise<void> => {
    outcome.value = undefined;
    try {
      const now = await readStanding();
      standing.value = now;
      const keys = ownKeys.value.trim() || now.keys;
      await signerOf(kept.value, keys);
      await signerOf(now.note, keys);
      const earlier = checkpointIn(kept.value);
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
      outcome.value = { kept: earlier, now: now.checkpoint };
    } catch (error) {
      outcome.value = { why: wordsFor(error) };
    }
  };

  const { value: now } = standing;
  return (
    <section class="screen prove" aria-label="Ledger">
      <h2>Ledger</h2>
      <p class="lead">
        Everything that happens here is sealed in a tree of hashes within a second. Whoever keeps its checkpoint
        elsewhere can show later whether anything that it covers was changed or removed, by the operator too.
      </p>
      <Trouble words={trouble.value}>
        {' '}
        <button type="button" onClick={() => void refresh()}>
          Try again
        </button>
      </Trouble>
      {now && (
        <>
          <dl class="facts">
            <dt>Ledger</dt>
            <dd>{now.checkpoint.origin}</dd>
            <dt>Entries</dt>
            <dd>{now.checkpoint.size}</dd>
            <dt>Root</dt>
            <dd>
              <code>{base64Of(now.checkpoint.root)}</code>
            </dd>
            <dt>Signature</dt>
            <dd>checked in this browser, by the key that the server names</dd>
          </dl>
          <label class="field">
            <b>The checkpoint</b> <small>keep it where the operator cannot reach it</small>
            <textarea readOnly rows={5} value={now.note} spellcheck={false} />
          </label>
          <p class="dialog-acts">
            <button type="button" onClick={() => void navigator.clipboard.writeText(now.note)}>
              Copy it
            </button>
            <button type="button" onClick={() => void refresh()}>
              Fetch the newest
            </button>
          </p>
        </>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void compare();
        }}
      >
        <h3>Was anything changed since?</h3>
        <label class="field">
          <b>A checkpoint that you kept</b> <small>the whole text, its signature included</small>
          <textarea
            required
            rows={5}
            spellcheck={false}
            value={kept.value}
            onInput={(event) => {
              kept.value = event.currentTarget.value;
            }}
          />
        </label>
        <label class="field">
          <b>The key</b>{' '}
          <small>optional: as somebody told it to you whom you trust, instead of the one that the server names</small>
          <textarea
            rows={2}
            spellcheck={false}
            value={ownKeys.value}
            onInput={(event) => {
              ownKeys.value = event.currentTarget.value;
            }}
          />
        </label>
        <p>
          <button type="submit" class="primary">
            Compare
          </button>
        </p>
      </form>
      <div role="status">
        {outcome.value && 'why' in outcome.value && <NotProvedVerdict why={outcome.value.why} />}
        {outcome.value && 'now' in outcome.value && (
          <div class="verdict is-good">
            <h3>Nothing was changed</h3>
            <p>
              All {outcome.value.kept.size} entries of your checkpoint stand unchanged, at the same places, among the{' '}
              {outcome.value.now.size} of now.
            </p>
            <p>
              It does not say that what was entered is true, nor that everything that happened was entered. That others
              are shown the same ledger you find out by comparing checkpoints with them.
            </p>
          </div>
        )}
      </div>
    </section>
  );
}
