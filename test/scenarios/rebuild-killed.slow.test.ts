/** A rebuild that is killed in the middle leaves the read models that were in use, and nothing else. */
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ask } from '../../src/cli/control-socket.ts';
import { startChild } from '../support/child-server.ts';
import { succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { startHere } from '../support/start-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { embedded } from '../support/test-stores.ts';

describe('kill -9 during a rebuild', () => {
  it('leaves the read models in use, and the next rebuild starts from the beginning', async function () {
    this.timeout(60_000);
    const data = temporaryFolder();
    const folder = join(data, 'read-models');
    const first = await startChild(data, embedded);
    for (let id = 0; id < 20; id += 1) await said(first.as('member'), 'general', 't', `${id}`);
    const listed = { anchor: 'newest', num_before: 100, num_after: 0 };
    const before = succeeded(await first.as('member').get('/messages', listed)).messages;
    const begun = new Promise<void>((resolve) => {
      const watching = watch(folder, (_kind, file) => {
        if (file !== 'read-store-beside-1.mdb') return;
        watching.close();
        resolve();
      });
    });
    const cutOff = ask(data, { task: 'rebuild models', values: {} });
    await begun;
    await first.kill();
    expect((await cutOff)?.ok).to.equal(false);
    const next = await startHere(data, embedded);
    expect(readdirSync(folder).filter((file) => file.endsWith('.mdb'))).to.deep.equal(['read-store-1.mdb']);
    const expectTheSame = async (): Promise<void> => {
      expect(succeeded(await next.as('member').get('/messages', listed)).messages).to.deep.equal(before);
    };
    try {
      await expectTheSame();
      await next.application.rebuild(() => undefined);
      await expectTheSame();
      await next.restart();
      await expectTheSame();
    } finally {
      await next.kill();
    }
  });
});
