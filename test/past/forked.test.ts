/** A replica in a child process that is killed: what is asked of it fails, and nothing of it stays. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { forked, options } from '../../src/past/forked.ts';
import { ReplicaHandle, ReplicaLost } from '../../src/past/handle.ts';
import { pastMemoryMib } from '../../src/vocabulary/limits.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a replica of the past in a process of its own', () => {
  it('leaves nothing where it is killed, and says so to whoever asked', async () => {
    const folder = join(temporaryFolder(), 'past');
    mkdirSync(folder);
    let lost = 0;
    const channel = forked(folder, () => {
      lost += 1;
    });
    const replica = new ReplicaHandle(channel, {} as never);
    const asked = replica.goTo({ position: 1, tail: 1 }).catch((error: unknown) => error);
    channel.end();
    expect(await asked).to.be.instanceOf(ReplicaLost);
    await replica.ended;
    expect(existsSync(folder)).to.equal(false);
    expect(lost).to.equal(1);
    expect(await replica.goTo({ position: 1, tail: 1 }).catch((error: unknown) => error)).to.be.instanceOf(ReplicaLost);
  });

  it('has its memory limited', () => {
    expect(options).to.include(`--max-old-space-size=${pastMemoryMib}`);
  });
});
