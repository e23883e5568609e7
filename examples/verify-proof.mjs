#!/usr/bin/env node
/**
 * Verifies a proof of the ledger (`.tlog-proof`). It needs only Node, and no code of Verbatim.
 *
 *     node verify-proof.mjs PROOF --key VERIFIER_KEY [--event EVENT.json | --leaf LEAF.json]
 *
 * VERIFIER_KEY comes from `GET /api/v1/audit/ledger/key`; compare it with a key that you got from the operator in another way. EVENT.json is a
 * stored event (a line of an export): it is hashed with its salt and compared with the ledger. LEAF.json is the leaf alone.
 * Exit code 0: proved. 1: not proved. 2: wrong arguments.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();

class NotProved extends Error {}
const assert = (holds, why) => {
  if (!holds) throw new NotProved(why);
};

/** RFC 8785. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  // A number that is too large, for instance 1e999. JSON.stringify would write null, and no event has such a number.
  if (value === Infinity || value === -Infinity) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join(',')}}`;
}

/** The leaf of a stored event. */
function leafOf({ id, stream, type, data, metadata }) {
  const { salt, ...rest } = metadata;
  const content = canonical({ id, stream, type, data, metadata: rest });
  const commit = sha256(Buffer.from(salt, 'base64url'), Buffer.from(content)).toString('base64');
  const { schema, at, actor } = metadata;
  return { v: 2, id, stream, type, schema, at, actor, commit };
}

/** C2SP tlog-proof. */
function readProof(text) {
  const end = text.indexOf('\n\n');
  assert(end > 0, 'the proof has no empty line before its checkpoint');
  const [first, ...lines] = text.slice(0, end).split('\n');
  assert(first === 'c2sp.org/tlog-proof@v1', 'line 1 is not c2sp.org/tlog-proof@v1');
  const extra = lines[0]?.startsWith('extra ') ? Buffer.from(lines.shift().slice(6), 'base64') : undefined;
  const index = /^index (0|[1-9][0-9]{0,15})$/.exec(lines.shift() ?? '')?.[1];
  assert(index !== undefined, 'the proof names no index');
  const hashes = lines.map((line) => {
    const hash = Buffer.from(line, 'base64');
    assert(hash.length === 32 && hash.toString('base64') === line, `not a hash: ${line}`);
    return hash;
  });
  return { index: Number(index), hashes, extra, note: text.slice(end + 2) };
}

/** C2SP signed-note and tlog-checkpoint. */
function readCheckpoint(note, verifierKey) {
  const [, name, id, key] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(verifierKey) ?? [];
  const bytes = Buffer.from(key ?? '', 'base64');
  assert(bytes.length === 33 && bytes[0] === 1, 'the verifier key is no Ed25519 key of a signed note');
  const keyId = sha256(Buffer.from(`${name}\n`), bytes).subarray(0, 4);
  assert(keyId.toString('hex') === id, 'the id of the verifier key is wrong');
  const at = note.lastIndexOf('\n\n');
  const text = note.slice(0, at + 1);
  const signature = note
    .slice(at + 2)
    .split('\n')
    .map((line) => /^— (\S+) (\S+)$/.exec(line) ?? [])
    .filter(([, by]) => by === name)
    .map(([, , base64]) => Buffer.from(base64, 'base64'))
    .find((one) => one.subarray(0, 4).equals(keyId));
  assert(signature !== undefined, `the checkpoint is not signed by ${name} (${id})`);
  const head = Buffer.from('302a300506032b6570032100', 'hex');
  const publicKey = createPublicKey({ key: Buffer.concat([head, bytes.subarray(1)]), format: 'der', type: 'spki' });
  assert(verify(null, Buffer.from(text), publicKey, signature.subarray(4)), 'the signature of the checkpoint is wrong');
  const [origin, size, root] = text.split('\n');
  assert(origin === name, `the checkpoint is of ${origin}, the key is of ${name}`);
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}

/** RFC 9162, section 2.1.3.2. */
function rootFrom(leafHash, index, size, hashes) {
  assert(index < size, `the index ${index} is not below the size ${size}`);
  let [node, last, hash] = [BigInt(index), BigInt(size) - 1n, leafHash];
  for (const other of hashes) {
    assert(last > 0n, 'the proof has too many hashes');
    if (node % 2n === 1n || node === last) {
      hash = sha256(Buffer.from([1]), other, hash);
      while (node % 2n === 0n && node !== 0n) [node, last] = [node >> 1n, last >> 1n];
    } else hash = sha256(Buffer.from([1]), hash, other);
    [node, last] = [node >> 1n, last >> 1n];
  }
  assert(last === 0n, 'the proof has too few hashes');
  return hash;
}

function main() {
  const options = { key: { type: 'string' }, event: { type: 'string' }, leaf: { type: 'string' } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (positionals.length !== 1 || values.key === undefined) {
    console.error('usage: node verify-proof.mjs PROOF --key VERIFIER_KEY [--event EVENT.json | --leaf LEAF.json]');
    return 2;
  }
  const proof = readProof(readFileSync(positionals[0], 'utf8'));
  const { origin, size, root } = readCheckpoint(proof.note, values.key);
  const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
  const leaf = values.event ? leafOf(json(values.event)) : values.leaf ? json(values.leaf) : undefined;
  const text = leaf === undefined ? proof.extra?.toString() : canonical(leaf);
  assert(text !== undefined, 'the proof does not hold its leaf: give --event or --leaf');
  const found = rootFrom(sha256(Buffer.from([0]), Buffer.from(text)), proof.index, size, proof.hashes);
  assert(found.equals(root), 'the leaf and the hashes do not lead to the root that the checkpoint signs');
  console.log(`proved: leaf ${proof.index} of ${size} in ${origin}`);
  console.log(text);
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  if (!(error instanceof NotProved) && !(error instanceof SyntaxError) && !('code' in error)) throw error;
  console.error(`not proved: ${error.message}`);
  process.exitCode = 1;
}
