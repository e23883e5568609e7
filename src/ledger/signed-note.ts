/** Signed notes with Ed25519 keys, in the format of C2SP's signed-note 1.0. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { sha256 } from './hashing.ts';

/** Thrown when a note, or a part of it, cannot be read or is not signed correctly. The message names the line. */
export class NoteRefused extends Error {
  override name = 'NoteRefused';
}

/** A named key that signs. */
export type Signer = { readonly name: string; readonly privateKey: KeyObject };

/** A named key that verifies. */
export type Verifier = { readonly name: string; readonly id: string; readonly publicKey: Buffer };

export type Note = { readonly text: string; readonly signatures: readonly Signature[] };
/** `id`: the id of the key, eight hexadecimal digits. */
type Signature = { readonly name: string; readonly id: string; readonly bytes: Buffer };

export const seedBytes = 32;
const keyBytes = 32;
const signatureBytes = 64;
const ed25519 = Buffer.from([1]);
/** The DER encodings of a private (RFC 8410) and a public Ed25519 key, up to the key itself. */
const privateHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicHead = Buffer.from('302a300506032b6570032100', 'hex');

/** More than the sixteen that every verifier must accept. */
const signaturesMax = 64;
const noteCharactersMax = 100_000;

export const privateKeyFrom = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privateHead, seed]), format: 'der', type: 'pkcs8' });

const publicBytesOf = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');

const keyIdOf = (name: string, publicKey: Buffer): string =>
  sha256(Buffer.concat([Buffer.from(`${name}\n`), ed25519, publicKey]))
    .subarray(0, 4)
    .toString('hex');

/** Whether a key may have this name: it has no spaces of any kind and no plus sign. */
const isKeyName = (name: string): boolean => /^[^\s+\p{White_Space}\p{Cc}]+$/u.test(name);

export function verifierOf({ name, privateKey }: Signer): Verifier {
  const publicKey = publicBytesOf(privateKey);
  return { name, id: keyIdOf(name, publicKey), publicKey };
}

/** The key in the form in which operators publish it: `<name>+<id>+<base64>`. */
export const verifierText = ({ name, id, publicKey }: Verifier): string =>
  `${name}+${id}+${Buffer.concat([ed25519, publicKey]).toString('base64')}`;

/** Throws NoteRefused. */
export function verifierIn(text: string): Verifier {
  const [, name = '', id = '', key = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = Buffer.from(key, 'base64');
  const publicKey = bytes.subarray(1);
  const isWhole = bytes.length === keyBytes + 1 && bytes[0] === 1 && bytes.toString('base64') === key;
  if (!isKeyName(name) || !isWhole)
    throw new NoteRefused('a verifier key is not <name>+<id>+<base64 of an Ed25519 key>');
  if (keyIdOf(name, publicKey) !== id) throw new NoteRefused(`the id ${id} is not that of the verifier key`);
  return { name, id, publicKey };
}

/** `text` must end with a newline. Each signer adds a line. */
export function signedNote(text: string, signers: readonly Signer[]): string {
  const lines = signers.map((signer) => {
    const id = Buffer.from(verifierOf(signer).id, 'hex');
    const signature = sign(null, Buffer.from(text), signer.privateKey);
    return `— ${signer.name} ${Buffer.concat([id, signature]).toString('base64')}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/** The text and its signatures, which are not verified yet. Throws NoteRefused. */
export function readNote(note: string): Note {
  if (note.length > noteCharactersMax) throw new NoteRefused('the note is too long');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a note must not hold
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note)) throw new NoteRefused('the note has a control character');
  const at = note.lastIndexOf('\n\n');
  if (at < 0 || !note.endsWith('\n')) throw new NoteRefused('the note has no empty line before its signatures');
  const text = note.slice(0, at + 1);
  const lines = note.slice(at + 2, -1).split('\n');
  if (lines.length > signaturesMax) throw new NoteRefused('the note has too many signatures');
  const before = text.split('\n').length;
  return { text, signatures: lines.map((line, index) => signatureIn(line, before + index + 1)) };
}

function signatureIn(line: string, number: number): Signature {
  const [, name = '', base64 = ''] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (!isKeyName(name) || bytes.length < 5 || bytes.toString('base64') !== base64)
    throw new NoteRefused(`line ${number} of the note is not a signature`);
  return { name, id: bytes.subarray(0, 4).toString('hex'), bytes: bytes.subarray(4) };
}

/**
 * The text of a note that one of `verifiers` signed. Signatures of other keys are ignored. Throws NoteRefused if no known key signed it, or
 * if a signature of a known key is wrong.
 */
export function verifiedText(note: string, verifiers: readonly Verifier[]): string {
  const { text, signatures } = readNote(note);
  let verified = 0;
  for (const { name, id, bytes } of signatures) {
    const known = verifiers.find((verifier) => verifier.name === name && verifier.id === id);
    if (!known) continue;
    if (!isSignature(text, bytes, known.publicKey)) throw new NoteRefused(`the signature of ${name} (${id}) is wrong`);
    verified += 1;
  }
  if (verified === 0) throw new NoteRefused('no known key signed the note');
  return text;
}

const isSignature = (text: string, signature: Buffer, publicKey: Buffer): boolean =>
  signature.length === signatureBytes &&
  verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: Buffer.concat([publicHead, publicKey]), format: 'der', type: 'spki' }),
    signature,
  );
