/**
 * A commit that can never succeed: the read model is left behind for that organization only, and reports that; the same applies to the
 * feed. Everything else that is committed in the meantime stays.
 */
import { join } from 'node:path';
import { expect } from 'chai';
import { projections } from '../../../projections/index.ts';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import type { Projection } from '../../../src/define/projection.ts';
import type { Logger } from '../../../src/engine/logger.ts';
import { suspectedAfter } from '../../../src/engine/project/piecemeal.ts';
import { DocumentRefused, ReadStoreUnavailable, type Write } from '../../../src/ports/read-store.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { appendEvents, engineIn, silent, type TestEngine } from '../../support/engine.ts';
import { realmId, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const place = past.inTopic(1, 'plans');
const beginning = [
  registered,
  past.founded(),
  ...past.newUser(1),
  past.opened(1, 'general', [1]),
  past.sends(1, 1, place, past.text('good')),
];

/** The documents of messages that say "bad" are what `bad` makes of them. */
const spoilt = (bad: (document: object) => object): Projection<object>[] =>
  projections.map((model) =>
    model.name === 'messages'
      ? {
          ...model,
          on: {
            ...model.on,
            MessageSent: {
              apply: (event, own) =>
                [...(model.on.MessageSent?.apply(event, own) ?? [])].map((operation) =>
                  operation.op === 'put' && event.data.text.content === 'bad'
                    ? { ...operation, document: bad(operation.document) }
                    : operation,
                ),
            },
          },
        }
      : model,
  );

const tooLong = (document: object) => ({ ...document, filling: 'x'.repeat(limits.documentLengthMax) });
const noKey = (document: object) => ({ ...document, senderId: Number.NaN });

const ask = (server: TestEngine, name: string, id: string): Promise<unknown> => {
  const model = projections.find((one) => one.name === name);
  if (!model) throw new Error(name);
  return server.engine.read((view) => view.get(model, id)).catch((error: unknown) => error);
};

const settled = async (server: TestEngine): Promise<void> => {
  await server.engine.follower.catchUp();
  await server.engine.projector.reached(server.engine.follower.position);
};

describe('a document that no store accepts', () => {
  for (const [what, bad] of Object.entries({ 'is too long': tooLong, 'has no key': noKey }))
    it(`that ${what} leaves its read model behind for its organization; everything else continues (documentLengthMax)`, async () => {
      const errors: unknown[] = [];
      const logger: Logger = { ...silent, error: (about) => errors.push(about) };
      const server = await engineIn(temporaryFolder(), { projections: spoilt(bad), logger });
      await appendEvents(server.log, beginning);
      await settled(server);
      await appendEvents(server.log, [past.sends(2, 1, place, past.text('bad')), ...past.newUser(2)]);
      await settled(server);
      await appendEvents(server.log, [past.sends(3, 1, place, past.text('good')), ...past.newUser(3)]);
      await settled(server);
      expect(await ask(server, 'messages', `${realmId}.1`)).to.be.instanceOf(ReadStoreUnavailable);
      expect(await ask(server, 'users', `${realmId}.2`)).to.be.an('object');
      expect(await ask(server, 'users', `${realmId}.3`)).to.be.an('object');
      expect(Object.keys(server.engine.projector.checkpoint.models.messages?.behind ?? {})).to.deep.equal([
        String(realmId),
      ]);
      expect((await server.store.checkpoint())?.models.messages?.behind).to.be.an('object');
      expect(errors).to.have.length(1);
      await server.close();
    });

  it('is tried again at the next start, by a version that may have fixed it', async () => {
    const folder = temporaryFolder();
    const first = await engineIn(folder, { projections: spoilt(tooLong) });
    await appendEvents(first.log, [...beginning, past.sends(2, 1, place, past.text('bad'))]);
    await settled(first);
    expect(await ask(first, 'messages', `${realmId}.2`)).to.be.instanceOf(ReadStoreUnavailable);
    await first.close();
    const second = await engineIn(folder);
    await settled(second);
    expect(await ask(second, 'messages', `${realmId}.2`)).to.deep.include({ content: 'bad' });
    await second.close();
  });

  it('that makes each commit with it fail is found, and leaves behind the read models that contain it', async () => {
    const errors: { models?: string[] }[] = [];
    const logger: Logger = { ...silent, error: (about) => errors.push(about as { models?: string[] }) };
    const spoils = (text: string) => (write: Write) =>
      write.op === 'put' && write.model !== 'feed' && JSON.stringify(write.document).includes(text);
    const folder = temporaryFolder();
    const store = await openLmdbReadStore(join(folder, 'read-models'));
    const server = await engineIn(folder, {
      logger,
      store: {
        ...store,
        async commit(writes, checkpoint, lease) {
          if (writes.some(spoils('bad'))) throw new RangeError('no room for it');
          return store.commit(writes, checkpoint, lease);
        },
      },
    });
    await appendEvents(server.log, [
      ...beginning,
      ...past.newUser(2),
      past.sends(2, 1, place, past.text('bad')),
      ...past.newUser(3),
      past.sends(3, 1, place, past.text('good')),
    ]);
    await settled(server);
    const { models } = server.engine.projector.checkpoint;
    const behind = Object.keys(models).filter((name) => models[name]?.behind);
    expect(behind).to.deep.equal(errors.find(({ models: left }) => left)?.models);
    expect(behind).to.include('messages');
    expect(behind).to.have.lengthOf.at.most(2);
    expect(await ask(server, 'users', `${realmId}.3`)).to.be.an('object');
    expect(await ask(server, 'messages', `${realmId}.3`)).to.be.instanceOf(ReadStoreUnavailable);
    await appendEvents(server.log, [...past.newUser(4), past.sends(4, 1, place, past.text('bad'))]);
    await settled(server);
    expect(await ask(server, 'users', `${realmId}.4`)).to.be.an('object');
    await server.close();
  });

  it('is not searched for while the store itself is unreachable', async () => {
    const errors: unknown[] = [];
    const logger: Logger = { ...silent, error: (about) => errors.push(about) };
    let failures = 0;
    const folder = temporaryFolder();
    const store = await openLmdbReadStore(join(folder, 'read-models'));
    const server = await engineIn(folder, {
      logger,
      store: {
        ...store,
        async commit(...given) {
          failures += 1;
          if (failures <= suspectedAfter + 2) throw new ReadStoreUnavailable('away');
          return store.commit(...given);
        },
      },
    });
    await appendEvents(server.log, beginning);
    await settled(server);
    expect(Object.values(server.engine.projector.checkpoint.models).filter(({ behind }) => behind)).to.deep.equal([]);
    expect(errors).to.have.length(1);
    await server.close();
  });

  it('that is a client event leaves the feed behind for its organization; everything else continues', async () => {
    const folder = temporaryFolder();
    const store = await openLmdbReadStore(join(folder, 'read-models'));
    const server = await engineIn(folder, {
      store: {
        ...store,
        async commit(writes, checkpoint, lease) {
          const refused = writes.find(
            ({ model, ...write }) => model === 'feed' && JSON.stringify(write).includes('bad'),
          );
          if (refused) throw new DocumentRefused(refused, 'it is too large');
          return store.commit(writes, checkpoint, lease);
        },
      },
    });
    await appendEvents(server.log, [...beginning, past.listens(1, '1:1')]);
    await settled(server);
    await appendEvents(server.log, [
      past.sends(2, 1, place, past.text('bad')),
      past.sends(3, 1, place, past.text('good')),
    ]);
    await settled(server);
    const { models } = server.engine.projector.checkpoint;
    expect(Object.keys(models).filter((name) => models[name]?.behind?.[realmId])).to.deep.equal(['feed']);
    expect(await ask(server, 'messages', `${realmId}.3`)).to.deep.include({ content: 'good' });
    await server.close();
  });
});
