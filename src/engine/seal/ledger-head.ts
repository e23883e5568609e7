/**
 * The newest state of a ledger according to its log stream: the tree to extend, and the checkpoint with which the next one must be
 * consistent.
 */
import { type Checkpoint, checkpointIn } from '../../ledger/checkpoint.ts';
import { GrowingTree } from '../../ledger/growing-tree.ts';
import { hashIn } from '../../ledger/hashing.ts';
import {
  NoteRefused,
  type Signer,
  type Verifier,
  verifiedText,
  verifierIn,
  verifierOf,
} from '../../ledger/signed-note.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { DataOf, Recorded } from '../../vocabulary/events/index.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { logStream } from '../../vocabulary/log-streams.ts';
import { decode } from '../follow/decode.ts';
import { storedEvents } from '../follow/event-reader.ts';
import type { LedgerKeys } from './ledger-keys.ts';

export type LedgerHead = {
  readonly origin: string;
  /** The key that the next checkpoint is expected to be signed with. */
  readonly key: Verifier;
  readonly revision: number;
  /** The position of the newest event of the ledger. */
  readonly position: number;
  readonly tree: GrowingTree;
};

/** Thrown when nothing may be signed: the ledger in the log differs from what was signed, or the key is missing. The message says which. */
export class SealingRefused extends Error {
  override name = 'SealingRefused';
}

/** What operators do about a missing key. */
export const missingKeyRemedy =
  'put the key of the ledger back (VERBATIM_LEDGER_KEY, or the file ledger-key in the data folder) and restart';

export const signersOf = (origin: string, { current, former }: LedgerKeys): Signer[] =>
  [current, ...(former ? [former] : [])].map((privateKey) => ({ name: origin, privateKey }));

/** Undefined if the organization has no ledger yet. Throws SealingRefused. */
export async function readHead(log: EventLog, realmId: RealmId, keys: LedgerKeys): Promise<LedgerHead | undefined> {
  const stream = logStream.ledger(realmId);
  const [begin] = (await log.readStream(stream, { limit: 1 })).map(decode);
  if (!begin) return undefined;
  if (begin.type !== 'LedgerBegan') throw new SealingRefused(`${stream} does not begin with LedgerBegan`);
  const { newest, position, seal, key } = await newestOf(log, begin);
  const { origin } = begin.data;
  const known = signersOf(origin, keys).map(verifierOf);
  const ownKey = known.find(({ id }) => id === key?.id) ?? (seal ? signerOfSeal(seal, known) : undefined);
  const expected = ownKey ?? key;
  if (!expected)
    throw new SealingRefused(
      `none of the keys that this process has signed the newest checkpoint; ${missingKeyRemedy}`,
    );
  const tree = seal ? soundSeal(seal, origin, [...known, expected]).tree : new GrowingTree();
  return { origin, key: expected, revision: newest, position, tree };
}

/** The newest revision, the newest seal, and the key that was named after that seal, or at the beginning if there is no seal. */
async function newestOf(log: EventLog, begin: Recorded<'LedgerBegan'>) {
  const { stream, data } = begin;
  let newest = begin.revision;
  let { position } = begin;
  let key: Verifier | undefined;
  for await (const stored of storedEvents(log, stream, 'backward')) {
    const event = decode(stored);
    if (!event) continue;
    newest = Math.max(newest, event.revision);
    position = Math.max(position, event.position);
    if (event.type === 'LedgerSealed') return { newest, position, seal: event.data, key };
    if (event.type === 'LedgerKeyReplaced') key ??= verifierIn(event.data.key);
  }
  return { newest, position, seal: undefined, key: key ?? verifierIn(data.key) };
}

function signerOfSeal({ checkpoint }: DataOf<'LedgerSealed'>, known: readonly Verifier[]): Verifier | undefined {
  return known.find((verifier) => {
    try {
      return verifiedText(checkpoint, [verifier]) !== '';
    } catch (error) {
      if (error instanceof NoteRefused) return false;
      throw error;
    }
  });
}

/** The tree and the checkpoint of a seal. Throws SealingRefused if they differ, or if no known key has signed. */
function soundSeal(
  { size, subtrees, checkpoint: note }: Pick<DataOf<'LedgerSealed'>, 'size' | 'subtrees' | 'checkpoint'>,
  origin: string,
  verifiers: readonly Verifier[],
): { readonly tree: GrowingTree; readonly checkpoint: Checkpoint } {
  try {
    const checkpoint = checkpointIn(verifiedText(note, verifiers));
    const tree = new GrowingTree(
      size,
      subtrees.map((text) => hashIn(text) ?? Buffer.alloc(0)),
    );
    if (checkpoint.origin !== origin) throw new SealingRefused(`the newest checkpoint is of ${checkpoint.origin}`);
    if (checkpoint.size !== size || !checkpoint.root.equals(tree.root()))
      throw new SealingRefused(`the tree of ${size} leaves is not the one that its checkpoint signs`);
    return { tree, checkpoint };
  } catch (error) {
    if (error instanceof NoteRefused || error instanceof RangeError) throw new SealingRefused(error.message);
    throw error;
  }
}
