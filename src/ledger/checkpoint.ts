/** Checkpoints of a transparency log in the format of C2SP's tlog-checkpoint: the text of a signed note. */
import { type Hash, hashIn, inBase64 } from './hashing.ts';
import { NoteRefused } from './signed-note.ts';

export type Checkpoint = {
  /** The log to which it belongs. */
  readonly origin: string;
  readonly size: number;
  readonly root: Hash;
};

export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${inBase64(root)}\n`;

/** Lines after the third are extensions, which are signed but ignored. Throws NoteRefused, which names the line. */
export function checkpointIn(text: string): Checkpoint {
  const lines = text.slice(0, -1).split('\n');
  const [origin = '', size = '', hash = ''] = lines;
  if (!text.endsWith('\n') || lines.includes(''))
    throw new NoteRefused('a checkpoint has three lines or more, none empty');
  if (!isSize(size)) throw new NoteRefused('line 2 of the checkpoint is not the size of a tree');
  const root = hashIn(hash);
  if (!root) throw new NoteRefused('line 3 of the checkpoint is not the base64 of a SHA-256');
  return { origin, size: Number(size), root };
}

/** Whether the text is a whole number in the notation of the formats: without leading zeros, and a safe integer. */
export const isSize = (text: string): boolean =>
  /^(0|[1-9][0-9]{0,15})$/.test(text) && Number.isSafeInteger(Number(text));
