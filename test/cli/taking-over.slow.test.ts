/** What a dead owner has left is taken over by exactly one of two processes that start at the same moment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { temporaryFolder } from '../support/temporary-folder.ts';

const script = fileURLToPath(new URL('./race-for-data.ts', import.meta.url));
const rounds = 500;
/** Each starts up to this many microseconds after the one before. */
const apartMax = 60;

class Racer {
  readonly process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor() {
    const args = [`--import=${import.meta.resolve('../support/typescript.js')}`, script];
    this.process = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.process.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  }

  async ask(line: string): Promise<string> {
    this.process.stdin?.write(`${line}\n`);
    return String((await this.#lines.next()).value);
  }
}

describe('taking over from a dead owner', () => {
  it(`is done by exactly one of two that race, in each of ${rounds} rounds`, async () => {
    const racers = [new Racer(), new Racer()];
    try {
      const folder = temporaryFolder();
      const held: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const own = join(folder, String(round));
        mkdirSync(own);
        // Nobody listens on it.
        writeFileSync(join(own, 'verbatim.1000000000000.sock'), '');
        const printed = await Promise.all(
          racers.map((racer) => racer.ask(`take ${own} ${Math.round(Math.random() * apartMax)}`)),
        );
        held.push(printed.filter((one) => one === 'held').length);
        await Promise.all(racers.map((racer) => racer.ask('release')));
        expect(readdirSync(own), 'nothing is left behind').to.deep.equal([]);
      }
      expect(held.filter((count) => count !== 1)).to.deep.equal([]);
    } finally {
      for (const racer of racers) racer.process.kill('SIGKILL');
    }
  });
});
