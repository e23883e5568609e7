/** What the program of a replica of the past can reach: nothing that acts. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../..');

/** All files that are loaded with one; types are not. */
function loadedWith(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, what = '', target = ''] of text.matchAll(
    /^(?:import|export)\b([^'"]*?)(?:from\s*)?['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/gm,
  ))
    if (!/^\s+type\b/.test(what) && target.endsWith('.ts'))
      loadedWith(relative(root, resolve(root, dirname(file), target)), known);
  return known;
}

const programs = {
  'a replica of the past': { file: 'src/past-replica.ts', reaches: 'src/http/routes/messages.ts' },
  'verbatim/replay': { file: 'src/replay.ts', reaches: 'projections/messages.ts' },
  'the commands of a replay': { file: 'src/cli/replay/stepping.ts', reaches: 'src/replay/break-point.ts' },
  'a server of the past': { file: 'src/cli/replay/serving-past.ts', reaches: 'src/past/replica.ts' },
};

for (const [name, { file, reaches }] of Object.entries(programs))
  describe(`the program of ${name}`, () => {
    const loaded = [...loadedWith(file)];

    it('has no policy, no performer and nothing that executes commands', () => {
      const acting = [
        /^src\/policies\//,
        /^src\/engine\/(react|seal)\//,
        /^src\/engine\/decide\/(executor|append-decision)/,
        /^src\/webhooks\/outgoing/,
        /^src\/engine\/engine\.ts/,
        /^src\/email\//,
        /^src\/push\/sending/,
      ];
      expect(loaded).to.include('src/replay/past.ts').and.to.include(reaches);
      expect(loaded.filter((one) => acting.some((form) => form.test(one)))).to.deep.equal([]);
      expect(loaded).to.not.include('src/main.ts');
    });
  });
