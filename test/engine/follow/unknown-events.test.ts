/** Events of a newer version are skipped and kept, and do not block anything. */
import { expect } from 'chai';
import { appendEvents, engineIn } from '../../support/engine.ts';
import { registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const unknown = (stream: string) => ({
  stream,
  events: [{ id: crypto.randomUUID(), type: 'SomethingNew', data: { x: 1 }, metadata: { schema: 1 } }],
});

describe('an event of an unknown type, or in an unknown log stream', () => {
  it('may be the newest event when the engine starts, and when a read waits for the read models', async () => {
    const folder = temporaryFolder();
    const before = await engineIn(folder);
    await appendEvents(before.log, [registered, past.founded(), ...past.newUser(1)]);
    const { stream, events } = unknown('novelty-1.1');
    expect(await before.log.append(stream, events, 'none')).to.include({ ok: true });
    await before.engine.follower.catchUp();
    await before.engine.projector.reached(before.engine.follower.position);
    await before.close();

    const after = await engineIn(folder);
    expect((await after.log.readStream('novelty-1.1')).map(({ type }) => type)).to.deep.equal(['SomethingNew']);
    await after.engine.projector.reached(await after.log.tail());
    expect(after.engine.projector.position).to.be.lessThan(await after.log.tail());
    await after.close();
  });

  it('is recorded for a version that knows it, unless another program wrote it', async () => {
    const { engine, log, store, close } = await engineIn(temporaryFolder());
    const append = async (stream: string, type: string): Promise<void> => {
      const event = { id: crypto.randomUUID(), type, data: {}, metadata: { at: 1, schema: 1 } };
      expect(await log.append(stream, [event], 'none')).to.include({ ok: true });
    };
    await append('novelty-1.1', 'MessageSent');
    await append('orders-2026', 'UserAdded');
    await append('orders', 'Ordered');
    await appendEvents(log, [registered, past.founded()]);
    await engine.projector.reached(await log.tail());
    expect((await store.checkpoint())?.unknownTypes).to.deep.equal(['MessageSent']);
    await close();
  });

  for (const metadata of [null, 'text', {}, { schema: 1 }, { at: 1 }])
    it(`does not prevent a start if another program wrote it with the metadata ${JSON.stringify(metadata)}`, async () => {
      const folder = temporaryFolder();
      const before = await engineIn(folder);
      await appendEvents(before.log, [registered, past.founded(), ...past.newUser(1)]);
      const foreign = { id: crypto.randomUUID(), type: 'MessageSent', data: {}, metadata };
      expect(await before.log.append('message-1.7', [foreign], 'none')).to.include({ ok: true });
      await before.engine.follower.catchUp();
      await before.close();

      const after = await engineIn(folder);
      await after.engine.projector.reached(await after.log.tail());
      expect(after.engine.state.newest.at).to.be.a('number').and.not.NaN;
      expect((await after.store.checkpoint())?.unknownTypes).to.deep.equal([]);
      await after.close();
    });
});
