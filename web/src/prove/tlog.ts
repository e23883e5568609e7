/**
 * Checks a proof of inclusion (C2SP tlog-proof) against the signature on its checkpoint (C2SP signed-note), without the server's
 * help: with the SHA-256 tree of RFC 6962, and Ed25519.
 */
import { isSigned, plain } from './ed25519.ts';

/** Why something is not proved. */
export class NotProved extends Error {
  override name = 'NotProved';
}

export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Uint8Array };
export type Proved = { readonly checkpoint: Checkpoint; readonly index: number; readonly key: string };

export const bytesOf = (base64: string, what: string): Uint8Array => {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    throw new NotProved(`${what} is not base64.`);
  }
};

export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

const joined = (...parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const sha256 = async (...parts: readonly Uint8Array[]): Promise<Uint8Array> => {
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (!subtle) throw new NotProved('A browser checks proofs only on a page that was loaded over HTTPS.');
  return new Uint8Array(await subtle.digest('SHA-256', plain(joined(...parts))));
};

export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

const leafMark = Uint8Array.of(0);
const nodeMark = Uint8Array.of(1);
const hashBytes = 32;
const hashesMax = 53;
const ed25519 = 1;
const firstLine = 'c2sp.org/tlog-proof@v1';

export type Proof = {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  readonly checkpoint: string;
  /** Additional data in the proof. They are not trusted before they are checked. */
  readonly extra: string | undefined;
};

export function proofIn(text: string): Proof {
  const end = text.indexOf('\n\n');
  const lines = text.slice(0, Math.max(0, end)).split('\n');
  if (end < 0 || lines[0] !== firstLine) throw new NotProved('This is not a proof: its first line is wrong.');
  const extra = lines[1]?.startsWith('extra ') ? lines[1].slice('extra '.length) : undefined;
  const rest = lines.slice(extra === undefined ? 1 : 2);
  const index = numberIn(/^index (\d+)$/.exec(rest[0] ?? '')?.[1], 'The index of the proof');
  const hashes = rest.slice(1).map((line) => {
    const hash = bytesOf(line, 'A hash of the proof');
    if (hash.length !== hashBytes) throw new NotProved('A hash of the proof does not have 32 bytes.');
    return hash;
  });
  if (hashes.length > hashesMax) throw new NotProved('The proof has too many hashes.');
  const brought =
    extra === undefined ? undefined : new TextDecoder().decode(bytesOf(extra, 'The additional data of the proof'));
  return { index, hashes, checkpoint: text.slice(end + 2), extra: brought };
}

function numberIn(text: string | undefined, what: string): number {
  const value = Number(text);
  if (text === undefined || !/^(0|[1-9]\d{0,15})$/.test(text) || !Number.isSafeInteger(value))
    throw new NotProved(`${what} is not a number.`);
  return value;
}

/** The content of a signed note, without its signatures. */
export function checkpointIn(note: string): Checkpoint {
  const end = note.lastIndexOf('\n\n');
  const [origin = '', size, root = ''] = note.slice(0, Math.max(0, end)).split('\n');
  if (origin === '') throw new NotProved('This is not a checkpoint.');
  const bytes = bytesOf(root, 'The root of the checkpoint');
  if (bytes.length !== hashBytes) throw new NotProved('The root of the checkpoint does not have 32 bytes.');
  return { origin, size: numberIn(size, 'The size of the checkpoint'), root: bytes };
}

/** Returns the name of the key that signed the note. Throws if none of the keys, one per line, signed it. */
export async function signerOf(note: string, keys: string): Promise<string> {
  const end = note.lastIndexOf('\n\n');
  const text = encoded(note.slice(0, end + 1));
  const signatures = note
    .slice(end + 2)
    .split('\n')
    .filter(Boolean);
  const lines = keys.split('\n').map((line) => line.trim());
  for (const line of lines.filter(Boolean)) {
    const [, name = '', id = '', key = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(line) ?? [];
    if (name === '') throw new NotProved('A key is written <name>+<id>+<base64>.');
    const bytes = bytesOf(key, 'The key');
    const [kind] = bytes;
    const idBytes = (await sha256(encoded(`${name}\n`), bytes)).subarray(0, 4);
    const hex = [...idBytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (kind !== ed25519 || bytes.length !== hashBytes + 1 || hex !== id)
      throw new NotProved(`The key of ${name} is damaged: its id does not match.`);
    for (const one of signatures) {
      const [, signedBy, encodedSignature = ''] = /^— (\S+) (\S+)$/.exec(one) ?? [];
      if (signedBy !== name) continue;
      const signature = bytesOf(encodedSignature, 'A signature');
      if (!isSame(signature.subarray(0, 4), idBytes)) continue;
      if (await isSigned(bytes.subarray(1), signature.subarray(4), text)) return name;
      throw new NotProved(
        `The signature of ${name} on the checkpoint is wrong: the checkpoint was changed, or forged.`,
      );
    }
  }
  throw new NotProved('None of the keys signed the checkpoint.');
}

export const hashOfLeaf = (leaf: string): Promise<Uint8Array> => sha256(leafMark, encoded(leaf));

export const nodeOf = (left: Uint8Array, right: Uint8Array): Promise<Uint8Array> => sha256(nodeMark, left, right);

/** The root of the tree to which the proof leads from the leaf (RFC 9162, section 2.1.3.2). */
async function rootFrom(leaf: Uint8Array, { index, hashes }: Proof, size: number): Promise<Uint8Array> {
  if (index >= size) throw new NotProved('The index of the proof is outside the checkpoint.');
  let [at, last] = [index, size - 1];
  let root = leaf;
  for (const hash of hashes) {
    if (last === 0) throw new NotProved('The proof has too many hashes.');
    if (at % 2 === 1 || at === last) {
      root = await nodeOf(hash, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    } else root = await nodeOf(root, hash);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  if (last !== 0) throw new NotProved('The proof has too few hashes.');
  return root;
}

/**
 * Throws NotProved unless the leaf is in the ledger that one of the keys signed. A checkpoint that the visitor kept must be of the same
 * ledger, and must have the same root if it has the same size.
 */
export async function check(given: {
  readonly proof: string;
  readonly leaf: string;
  readonly keys: string;
  readonly kept?: string;
}): Promise<Proved> {
  const proof = proofIn(given.proof);
  const key = await signerOf(proof.checkpoint, given.keys);
  const checkpoint = checkpointIn(proof.checkpoint);
  const root = await rootFrom(await hashOfLeaf(given.leaf), proof, checkpoint.size);
  if (!isSame(root, checkpoint.root))
    throw new NotProved(
      'The entry is not the one in the ledger at this index: it was changed, or it is at another index.',
    );
  if (given.kept?.trim()) {
    await signerOf(given.kept, given.keys);
    const kept = checkpointIn(given.kept);
    if (kept.origin !== checkpoint.origin)
      throw new NotProved('The checkpoint that you kept belongs to another ledger.');
    if (kept.size === checkpoint.size && !isSame(kept.root, checkpoint.root))
      throw new NotProved('The ledger was rewritten: the checkpoint that you kept has another root at this size.');
  }
  return { checkpoint, index: proof.index, key };
}
