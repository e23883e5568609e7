/** A file of checkpoints that somebody keeps elsewhere: signed notes one after the other, with an empty line after each. */
import { type Checkpoint, checkpointIn } from '../ledger/checkpoint.ts';
import { NoteRefused, readNote } from '../ledger/signed-note.ts';

/** `verifiers`: the ids of the keys that its signatures name. */
export type KeptCheckpoint = Checkpoint & { readonly note: string; readonly verifiers: readonly string[] };

const oneNote = /[^\n]+\n[0-9]+\n[^\n]+\n(?:[^\n—][^\n]*\n)*\n(?:— [^\n]+\n)+/g;

/** The checkpoints of one ledger, in the order of the file. Throws NoteRefused where the file holds something else. */
export function keptCheckpoints(file: string): KeptCheckpoint[] {
  const notes = file.match(oneNote) ?? [];
  if (notes.join('').replaceAll('\n', '') !== file.replaceAll('\n', ''))
    throw new NoteRefused('the file holds something that is no checkpoint');
  return notes.map((note) => {
    const { text, signatures } = readNote(note);
    return { ...checkpointIn(text), note, verifiers: signatures.map(({ id }) => id) };
  });
}
