/** The hashes of an RFC 6962 Merkle tree: leaves and nodes are told apart by their first byte, so that none passes for the other. */
import { hash } from 'node:crypto';

/** 32 bytes of SHA-256. */
export type Hash = Buffer;

export const hashBytes = 32;

export const sha256 = (bytes: Buffer | string): Hash => hash('sha256', bytes, 'buffer');

const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

/** The hash of a leaf with this content. */
export const leafHashOf = (content: Buffer | string): Hash =>
  sha256(Buffer.concat([leafPrefix, typeof content === 'string' ? Buffer.from(content) : content]));

export const nodeHashOf = (left: Hash, right: Hash): Hash => sha256(Buffer.concat([nodePrefix, left, right]));

/** The root of a tree without leaves. */
export const emptyRoot: Hash = sha256('');

/** The root over complete subtrees of decreasing size, as they stand side by side. */
export const rootOver = (subtrees: readonly Hash[]): Hash =>
  subtrees.length === 0 ? emptyRoot : subtrees.reduceRight((right, left) => nodeHashOf(left, right));

/** A hash as the formats of C2SP write it. */
export const inBase64 = (bytes: Buffer): string => bytes.toString('base64');

/** Undefined where the text is not the base64 of 32 bytes, written as an encoder writes it. */
export function hashIn(text: string): Hash | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === hashBytes && inBase64(bytes) === text ? bytes : undefined;
}
