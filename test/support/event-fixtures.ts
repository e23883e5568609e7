/**
 * One file of payloads for each version of each event that was ever written, `test/fixtures/events/<Type>.<version>.json`. Run by itself
 * (`node --import=tsx test/support/event-fixtures.ts`) it writes those that are missing and adds them to `SHA256SUMS`. It changes none.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type EventType, eventSchemas, eventTypeNamed } from '../../src/vocabulary/events/index.ts';
import { renamedTypes, schemaVersionOf } from '../../src/vocabulary/events/upcasters.ts';
import { examplesOf } from './event-schemas.ts';

const folder = new URL('../fixtures/events/', import.meta.url);
const sumsFile = new URL('SHA256SUMS', folder);

export type Fixture = {
  readonly file: string;
  /** The name under which it is stored. */
  readonly name: string;
  readonly version: number;
  readonly payloads: readonly unknown[];
};

/** The hash of each file in `SHA256SUMS`, and the hash of its bytes. */
export function sums(): { readonly noted: Map<string, string>; readonly found: Map<string, string> } {
  const lines = readFileSync(sumsFile, 'utf8').trim().split('\n');
  const noted = new Map(lines.map((line) => line.split(/ +/).reverse() as [string, string]));
  return { noted, found: new Map(filesIn().map((file) => [file, sumOf(readFileSync(new URL(file, folder)))])) };
}

export const fixtures = (): Fixture[] =>
  filesIn().map((file) => {
    const [name = '', version = ''] = file.split('.');
    return { file, name, version: Number(version), payloads: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) };
  });

/** The files that must exist: one for each version of each type, under each name that the type had. */
export function filesWanted(): string[] {
  const types = Object.keys(eventSchemas) as EventType[];
  const versions = types.flatMap((type) =>
    Array.from({ length: schemaVersionOf(type) }, (_, at) => `${type}.${at + 1}.json`),
  );
  return [...versions, ...Object.keys(renamedTypes).map((name) => `${name}.1.json`)].sort();
}

const filesIn = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort();

const sumOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

function writeMissing(): void {
  for (const file of filesWanted()) {
    const url = new URL(file, folder);
    const type = eventTypeNamed(file.split('.', 1)[0] ?? '');
    if (existsSync(url) || type === undefined) continue;
    const text = `${JSON.stringify(examplesOf(type), null, 2)}\n`;
    writeFileSync(url, text);
    note(file, sumOf(text));
  }
}

/** In the order of the names, so that two branches seldom add their lines at the same place. */
function note(file: string, sum: string): void {
  const lines = [...sums().noted, [file, sum] as const].map(([name, of]) => `${of}  ${name}\n`);
  writeFileSync(sumsFile, lines.sort((one, other) => (one.slice(64) < other.slice(64) ? -1 : 1)).join(''));
}

if (process.argv[1] === new URL(import.meta.url).pathname) writeMissing();
