/**
 * The hashes of an RFC 6962 Merkle tree. The first byte distinguishes leaves from nodes, so that neither can be passed off as the other.
 */
import { hash } from 'node:crypto';

/** 32 bytes of SHA-256. */
export type Hash = Buffer;

export const hashBytes = 32;

/** Uses base64, because decoding takes its bytes from Node's buffer pool. This needs less time and memory than hashing to bytes. */
export const sha256 = (bytes: Buffer | string): Hash => Buffer.from(sha256Text(bytes), 'base64');

/** The same in base64. */
export const sha256Text = (bytes: Buffer | string): string => hash('sha256', bytes, 'base64');

const leafPrefix = '\0';
const nodePrefix = 1;

export const leafHashOf = (content: Buffer | string): Hash =>
  sha256(typeof content === 'string' ? leafPrefix + content : Buffer.concat([Buffer.from(leafPrefix), content]));

/** The same in base64, for a text. */
export const leafHashTextOf = (content: string): string => sha256Text(leafPrefix + content);

const node = Buffer.alloc(1 + 2 * hashBytes, nodePrefix);

export function nodeHashOf(left: Hash, right: Hash): Hash {
  left.copy(node, 1);
  right.copy(node, 1 + hashBytes);
  return sha256(node);
}

/** The root of a tree without leaves. */
export const emptyRoot: Hash = sha256('');

/** The root over complete subtrees of decreasing size, in the order of their leaves. */
export const rootOver = (subtrees: readonly Hash[]): Hash =>
  subtrees.length === 0 ? emptyRoot : subtrees.reduceRight((right, left) => nodeHashOf(left, right));

/** A hash in the notation of the C2SP formats. */
export const inBase64 = (bytes: Buffer): string => bytes.toString('base64');

/** The last character before the padding has four bits of the hash. Encoders write its other two bits as zeros. */
const hashText = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/** Undefined if the text is not the base64 of 32 bytes in the form that encoders write. */
export const hashIn = (text: string): Hash | undefined =>
  hashText.test(text) ? Buffer.from(text, 'base64') : undefined;
