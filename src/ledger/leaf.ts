/** The leaf of an event: an RFC 8785 JSON text that identifies the event and commits to everything that is stored of it. */
import { canonicalJson } from '../vocabulary/canonical-json.ts';
import type { Leaf } from '../vocabulary/events/leaf.ts';
import type { Metadata } from '../vocabulary/events/metadata.ts';
import type { EventId } from '../vocabulary/ids.ts';
import { type Hash, leafHashOf, leafHashTextOf, sha256Text } from './hashing.ts';

/** A buffer for the text that is hashed. Longer texts get memory of their own. */
const scratch = Buffer.alloc(32 * 1024);
const utf8BytesEach = 3;

/** An event as it is stored, before any upcaster. */
export type Stored = {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
  /** The canonical text of these fields without the salt, if it is available. */
  readonly content?: string;
};

/**
 * A commitment, in base64, to the salt and to everything else that is stored of an event. Once the salt is erased together with the rest,
 * guesses at a short text cannot be tested against the commitment. Nobody can leave out or replace the client, the request or the cause.
 */
function commitmentTo(stored: Stored): string {
  const { salt } = stored.metadata as Metadata;
  const content = stored.content ?? contentOf(stored);
  const bytes = Buffer.from(salt ?? '', 'base64url');
  if (bytes.length + content.length * utf8BytesEach > scratch.length)
    return sha256Text(Buffer.concat([bytes, Buffer.from(content)]));
  bytes.copy(scratch);
  return sha256Text(scratch.subarray(0, bytes.length + scratch.write(content, bytes.length)));
}

function contentOf({ id, stream, type, data, metadata }: Stored): string {
  const { salt, ...rest } = metadata as Metadata;
  return canonicalJson({ data, id, metadata: rest, stream, type });
}

export function leafOf(stored: Stored): Leaf {
  const { schema, at, actor } = stored.metadata as Metadata;
  const { id, stream, type } = stored;
  // The fields are in the order in which they are written.
  return { actor, at, commit: commitmentTo(stored), id: id as EventId, schema, stream, type, v: 2 };
}

/** The text that is hashed, served and proved. */
export const leafText = (leaf: Leaf): string => canonicalJson(leaf);

export const hashOfLeaf = (leaf: Leaf): Hash => leafHashOf(leafText(leaf));

/**
 * The hash of an event's leaf, as in batches and proofs. If the fields of a leaf are in order, `JSON.stringify` gives the same text as
 * `leafText`.
 */
export const leafHashTextOfStored = (stored: Stored): string => leafHashTextOf(JSON.stringify(leafOf(stored)));
