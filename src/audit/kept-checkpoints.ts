/** A file of checkpoints that somebody has kept elsewhere: consecutive signed notes with an empty line after each. */
import { type Checkpoint, checkpointIn } from '../ledger/checkpoint.ts';
import { NoteRefused, readNote, type Verifier, verifiedText } from '../ledger/signed-note.ts';

/** `verifiers`: the ids of the keys that its signatures name. `line`: the line of the file at which it begins. */
export type KeptCheckpoint = Checkpoint & {
  readonly note: string;
  readonly verifiers: readonly string[];
  readonly line: number;
};

/** Sticky and of bounded length, so that a large file without notes is refused at once. */
const oneNote = /[^\n]+\n[0-9]+\n[^\n]+\n(?:[^\n—][^\n]*\n){0,1000}\n(?:— [^\n]+\n){1,100}/y;

/** The checkpoints of one ledger, in the order of the file. Throws NoteRefused, with the line, if the file contains anything else. */
export const keptCheckpoints = (file: string): KeptCheckpoint[] => [...keptOneByOne(file)];

/** As `keptCheckpoints`, one by one, so that the caller can yield to the event loop: an hourly cron job makes nine thousand in a year. */
export function* keptOneByOne(file: string): Generator<KeptCheckpoint> {
  for (let [at, line] = [0, 1]; at < file.length; ) {
    if (file[at] === '\n') {
      [at, line] = [at + 1, line + 1];
      continue;
    }
    oneNote.lastIndex = at;
    const [note] = oneNote.exec(file) ?? [];
    if (note === undefined) throw new NoteRefused(`line ${line} is not the beginning of a checkpoint`);
    yield keptAt(note, line);
    [at, line] = [at + note.length, line + note.split('\n').length - 1];
  }
}

function keptAt(note: string, line: number): KeptCheckpoint {
  try {
    const { text, signatures } = readNote(note);
    return { ...checkpointIn(text), note, verifiers: signatures.map(({ id }) => id), line };
  } catch (error) {
    if (error instanceof NoteRefused) throw new NoteRefused(`the checkpoint in line ${line}: ${error.message}`);
    throw error;
  }
}

/** Why the signatures are wrong, whatever the ledger contains. Undefined if they are right, or if none of their keys is known. */
export function whyNotSigned({ note, verifiers, line }: KeptCheckpoint, keys: readonly Verifier[]): string | undefined {
  if (!keys.some(({ id }) => verifiers.includes(id))) return undefined;
  try {
    verifiedText(note, keys);
    return undefined;
  } catch (error) {
    if (!(error instanceof NoteRefused)) throw error;
    return `the checkpoint that was kept, line ${line}: ${error.message}`;
  }
}

/** `isImported`: whether the ledger began with an import, and so continues another one. */
export type KeysOfLedger = { readonly keys: readonly Verifier[]; readonly isImported: boolean };

/** The explanation for a checkpoint that no key of the ledger signed. */
export const whereFrom = ({ verifiers }: KeptCheckpoint, { keys, isImported }: KeysOfLedger): string =>
  isImported && !keys.some(({ id }) => verifiers.includes(id))
    ? '; no key of this ledger signed it, so it may be from before the import'
    : '';

/** Why the checkpoint does not belong to a tree with this root. */
export function whyUnlike(kept: KeptCheckpoint, root: Buffer, ledger: KeysOfLedger): string | undefined {
  const { keys } = ledger;
  const unsigned = whyNotSigned(kept, keys);
  if (unsigned !== undefined) return unsigned;
  if (!kept.root.equals(root))
    return `the leaves have another root than the checkpoint that was kept, line ${kept.line}${whereFrom(kept, ledger)}`;
  return keys.some(({ id }) => kept.verifiers.includes(id))
    ? undefined
    : `none of the keys of the ledger signed the checkpoint that was kept, line ${kept.line}`;
}
