/** Checks a proof in this browser. The visitor enters the proof, the key, and optionally a checkpoint that they kept. */

import { Button } from '../view/fields.tsx';
import { useChecked } from './checked.ts';
import { NotProvedVerdict } from './not-proved.tsx';
import { base64Of, check, checkpointIn, NotProved, type Proved, proofIn } from './tlog.ts';

const wide = { proof: 7, leaf: 3, keys: 2, kept: 3 } as const;
type Field = keyof typeof wide;
type Entered = { readonly currentTarget: HTMLTextAreaElement };

type Proof = { readonly proved: Proved; readonly sameSize: boolean };

async function proofOf(given: Readonly<Record<Field, string>>): Promise<Proof> {
  const proved = await check(given);
  const { kept } = given;
  return { proved, sameSize: kept.trim() !== '' && checkpointIn(kept).size === proved.checkpoint.size };
}

function wordsFor(error: unknown): string {
  if (error instanceof NotProved) return error.message;
  throw error;
}

export function ProveScreen() {
  const checked = useChecked({ proof: '', leaf: '', keys: '', kept: '' }, proofOf, wordsFor);
  const { outcome, put, verify } = checked;

  /** Fills in the entry too, if the proof contains it. */
  const take = (text: string): void => {
    put('proof', text);
    try {
      const { extra } = proofIn(text);
      if (extra?.startsWith('{')) put('leaf', extra);
    } catch (error) {
      if (!(error instanceof NotProved)) throw error;
    }
  };

  const field = (name: Field, label: string, hint: string) => (
    <label class="field">
      <b>{label}</b> <small>{hint}</small>
      <textarea
        rows={wide[name]}
        {...checked.field(name)}
        {...(name === 'proof' && { onInput: (event: Entered) => take(event.currentTarget.value) })}
      />
    </label>
  );

  return (
    <section
      class="screen prove"
      aria-label="Check a proof"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void event.dataTransfer?.files[0]?.text().then(take);
      }}
    >
      <h2>Check a proof</h2>
      <p class="lead">
        The proof is checked in this browser. Nothing that you enter is sent anywhere, and no answer of the server is
        used.
      </p>
      <form onSubmit={() => void verify()}>
        <p>
          <label class="file">
            <span>
              Open a <code>.tlog-proof</code>, or drop it on this page
            </span>
            <input
              type="file"
              accept=".tlog-proof,text/plain"
              onChange={(event) => void event.currentTarget.files?.[0]?.text().then(take)}
            />
          </label>
        </p>
        {field('proof', 'Proof', 'the text of the file')}
        {field('leaf', 'Entry', 'the entry of the ledger, one line of JSON')}
        {field('keys', 'Key', '<name>+<id>+<base64>, from somebody whom you trust; one per line')}
        {field('kept', 'A checkpoint that you kept', 'optional')}
        <p>
          <Button label="Check" type="submit" class="primary" />
        </p>
      </form>
      <div role="status">
        {outcome.value && 'isChecking' in outcome.value && 'Checking…'}
        {outcome.value && 'why' in outcome.value && <NotProvedVerdict why={outcome.value.why} />}
        {outcome.value && 'proved' in outcome.value && <Verdict {...outcome.value} />}
      </div>
    </section>
  );
}

function Verdict({ proved, sameSize }: { readonly proved: Proved; readonly sameSize: boolean }) {
  const { checkpoint, index, key } = proved;
  return (
    <div class="verdict is-good">
      <h3>Proved</h3>
      <p>
        This entry is number {index} of the {checkpoint.size} entries of <code>{checkpoint.origin}</code>, under the
        root <code>{base64Of(checkpoint.root)}</code>, signed by <code>{key}</code>
        {sameSize ? ', and the checkpoint that you kept has the same root.' : '.'}
      </p>
      <p>
        This shows that the entry was in the ledger when the checkpoint was signed. Any other entry would give another
        root. It does not show that the entry is true, or that others see the same ledger: to find that out, compare
        checkpoints with them.
      </p>
    </div>
  );
}
