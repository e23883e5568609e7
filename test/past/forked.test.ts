/** A replica in a child process that is killed: what is asked of it fails, and nothing of it stays. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { forked, options, SpareProcess } from '../../src/past/forked.ts';
import { ReplicaHandle, ReplicaLost } from '../../src/past/handle.ts';
import { pastMemoryMib } from '../../src/vocabulary/limits.ts';
import { builtReplica } from '../support/built-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const logger = { warn: () => undefined };

describe('a replica of the past in a process of its own', () => {
  it('leaves nothing where it is killed, and says so to whoever asked', async () => {
    const folder = join(temporaryFolder(), 'past');
    mkdirSync(folder);
    let lost = 0;
    const readerLost = (): void => {
      lost += 1;
    };
    const channel = forked(folder, { readerLost, logger }, 'asked', builtReplica());
    const replica = new ReplicaHandle(channel, {} as never);
    const asked = replica.goTo({ position: 1, tail: 1 }).catch((error: unknown) => error);
    channel.end();
    expect(await asked).to.be.instanceOf(ReplicaLost);
    await replica.ended;
    expect(existsSync(folder)).to.equal(false);
    expect(lost).to.equal(1);
    expect(await replica.goTo({ position: 1, tail: 1 }).catch((error: unknown) => error)).to.be.instanceOf(ReplicaLost);
  });

  it('may be one that was started in advance, and another one is not started before it is asked for', async () => {
    const spare = new SpareProcess(builtReplica());
    spare.ready();
    spare.ready();
    const folder = join(temporaryFolder(), 'past');
    mkdirSync(folder);
    const channels = [spare.forked(folder, { logger }), spare.forked(folder, { logger })];
    const replies = channels.map((channel) => {
      const reply = new Promise((resolve) => channel.onReply(resolve));
      channel.send({ number: 7, asked: { kind: 'close' } });
      return reply;
    });
    expect(await Promise.all(replies)).to.deep.equal([
      { number: 7, value: undefined },
      { number: 7, value: undefined },
    ]);
    for (const channel of channels) await channel.ended;
    spare.ready();
    await spare.close();
    spare.ready();
    await spare.close();
  });

  it('has its memory limited', () => {
    expect(options()).to.include(`--max-old-space-size=${pastMemoryMib}`);
  });
});
