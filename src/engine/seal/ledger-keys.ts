/** The keys that sign checkpoints. All organizations of a service share them, each under its own name. */
import type { KeyObject } from 'node:crypto';
import { privateKeyFrom, seedBytes } from '../../ledger/signed-note.ts';

export type LedgerKeys = {
  readonly current: KeyObject;
  /** The previous key. A ledger that was signed with it continues with the current one. */
  readonly former?: KeyObject;
};

/** Parses one or two seeds of Ed25519 in base64, the current one first. Undefined for any other text. */
export function ledgerKeysIn(text: string): LedgerKeys | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const seeds = words.map((word) => Buffer.from(word, 'base64'));
  if (seeds.length < 1 || seeds.length > 2 || seeds.some(({ length }) => length !== seedBytes)) return undefined;
  const [current, former] = seeds.map(privateKeyFrom);
  return current && { current, ...(former && { former }) };
}
