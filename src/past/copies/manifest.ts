/** Describes a copy without opening it. The manifest is written last, so that a copy with a manifest is complete. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projections } from '../../../projections/index.ts';
import { snapshotVersion } from '../../engine/snapshot/documents.ts';
import { feedVersion } from '../../feed/model.ts';
import { replaceFile } from '../../folders.ts';

/** Identifies the code that folds events and the form of its results. A copy of another version is not used. */
const copyVersion: string = createHash('sha256')
  .update(JSON.stringify([2, snapshotVersion, feedVersion, projections.map(({ name, version }) => [name, version])]))
  .digest('base64url');

export const Kept = z.object({
  /** The position of the newest event in the copy. */
  position: z.int().positive(),
  /** How many events of the organization are folded in the copy. */
  folded: z.int().positive(),
  /** The copy contains nothing that was erased up to this position. */
  knownTo: z.int(),
  /** The time at which the newest event id in the copy was made. */
  idMax: z.int(),
});
export type Kept = z.infer<typeof Kept>;

const Manifest = Kept.extend({ version: z.string(), realmId: z.int(), bytes: z.int(), sha256: z.string() });
export type Manifest = z.infer<typeof Manifest>;

const name = 'manifest.json';

const digestOf = (manifest: Omit<Manifest, 'sha256'>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(manifest).sort(([one], [other]) => (one < other ? -1 : 1))))
    .digest('base64url');

export const writeManifest = (folder: string, manifest: Omit<Manifest, 'version' | 'sha256'>): Promise<void> => {
  const whole = { ...manifest, version: copyVersion };
  return replaceFile(join(folder, name), JSON.stringify({ ...whole, sha256: digestOf(whole) }));
};

/** Undefined if the copy in a folder is incomplete, was changed, or is of another version. */
export function manifestIn(folder: string): Manifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  } catch {
    return undefined;
  }
  const { data } = Manifest.safeParse(value);
  if (!data) return undefined;
  const { sha256, ...rest } = data;
  return rest.version === copyVersion && digestOf(rest) === sha256 ? data : undefined;
}
