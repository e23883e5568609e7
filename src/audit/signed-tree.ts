/** The ledger according to its own events: its name, its keys, and the tree of its leaves, with which each batch must agree. */
import { checkpointIn } from '../ledger/checkpoint.ts';
import { GrowingTree } from '../ledger/growing-tree.ts';
import { type Hash, hashBytes, hashIn, inBase64 } from '../ledger/hashing.ts';
import { NoteRefused, type Verifier, verifiedText, verifierIn } from '../ledger/signed-note.ts';
import { tileHeight } from '../ledger/tiles.ts';
import type { DataOf } from '../vocabulary/events/index.ts';

/** In the place of an entry that is not a hash, so that the tree differs from the signed one. */
const noHash = Buffer.alloc(hashBytes);

export class SignedTree {
  readonly #tree = new GrowingTree();
  readonly #keys: Verifier[] = [];
  #origin = '';
  #isImported = false;
  /** Tiles that were filled since the last batch. */
  #tiles: DataOf<'LedgerSealed'>['tiles'] = [];

  get size(): number {
    return this.#tree.size;
  }

  /** The current key is the last one. */
  get keys(): readonly Verifier[] {
    return this.#keys;
  }

  /** Whether it continues the ledger of the log from which the organization was imported. */
  get isImported(): boolean {
    return this.#isImported;
  }

  root(): Hash {
    return this.#tree.root();
  }

  /** Throws NoteRefused. */
  began({ origin, key, previous }: DataOf<'LedgerBegan'>): void {
    if (this.#keys.length > 0) throw new NoteRefused('the ledger has already begun');
    this.#origin = origin;
    this.#isImported = previous !== undefined;
    this.#keys.push(verifierIn(key));
  }

  /** Throws NoteRefused. */
  keyReplaced({ key, previousKey, note }: DataOf<'LedgerKeyReplaced'>): void {
    const next = verifierIn(key);
    if (verifiedText(note, this.#keys.slice(-1)) !== `${previousKey}\n${key}\n`)
      throw new NoteRefused('the former key did not sign the next one');
    this.#keys.push(next);
  }

  /** `leafHash`: in base64. */
  add(leafHash: string): void {
    this.#tree.add(hashIn(leafHash) ?? noHash, ({ height, index }, subtree) => {
      if (height % tileHeight === 0) this.#tiles.push([height / tileHeight, index, inBase64(subtree)]);
    });
  }

  /** The fault of a batch whose leaves were added; undefined if there is none. Throws NoteRefused. */
  whyWrong({ size, subtrees, tiles, checkpoint }: DataOf<'LedgerSealed'>): string | undefined {
    const full = this.#tiles;
    this.#tiles = [];
    const tree = this.#tree;
    const signed = checkpointIn(verifiedText(checkpoint, this.#keys.slice(-1)));
    if (signed.origin !== this.#origin) return `it is of ${signed.origin}`;
    if (signed.size !== tree.size || size !== tree.size) return `the ledger has ${tree.size} leaves there`;
    if (!signed.root.equals(tree.root())) return 'the leaves have another root';
    if (subtrees.join() !== tree.subtrees.map(inBase64).join()) return 'the leaves have other subtrees';
    return JSON.stringify(tiles) === JSON.stringify(full) ? undefined : 'the leaves have other tiles';
  }
}
