/** The engine reaches the same state and read models live, in batches, or after a rebuild. */
import { expect } from 'chai';
import fc from 'fast-check';
import { projections } from '../../../projections/index.ts';
import { positionOfId } from '../../../src/feed/event-ids.ts';
import { feedGapId, feedGaps, feedRetentionMs } from '../../../src/feed/model.ts';
import { ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import { appendEvents, engineIn, everythingIn } from '../../support/engine.ts';
import { type Given, realmId, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { sends } from '../../support/past-events.ts';
import { randomPast } from '../../support/random-history.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('following the log to its end', () => {
  it('gives the same read models, feed and state in several runs as in one', async () => {
    await fc.assert(
      fc.asyncProperty(randomPast(40), fc.array(fc.nat(), { maxLength: 3 }), async ({ events }, cuts) => {
        const folder = temporaryFolder();
        const all = [registered, ...events];
        const places = [...cuts.map((cut) => cut % (all.length + 1)), all.length].sort((a, b) => a - b);
        let from = 0;
        for (const to of places) {
          const piece = await engineIn(folder);
          await appendEvents(piece.log, all.slice(from, to));
          await piece.engine.follower.catchUp();
          from = to;
          if (to !== all.length) await piece.close();
          else {
            const inPieces = await everythingIn(piece);
            const live = piece.engine.state;
            await piece.close();
            const anew = await engineIn(folder, { readModels: 'other-read-models' });
            expect(await everythingIn(anew)).to.deep.equal(inPieces);
            expect(anew.engine.state).to.deep.equal(live);
            await anew.close();
            break;
          }
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  it('rebuilds the read models when one of them has another version', async () => {
    const folder = temporaryFolder();
    const before = await engineIn(folder);
    await appendEvents(before.log, [registered, past.founded(), ...past.newUser(1), past.opened(1, 'general', [1])]);
    const built = await everythingIn(before);
    await before.close();
    const raised = projections.map((model) =>
      model.name === 'messages' ? { ...model, version: model.version + 1 } : model,
    );
    const after = await engineIn(folder, { projections: raised });
    const rebuilt = (await everythingIn(after)) as { checkpoint: { models: Record<string, { version: number }> } };
    expect(rebuilt.checkpoint.models.messages?.version).to.equal(
      (projections.find(({ name }) => name === 'messages')?.version ?? 0) + 1,
    );
    expect({ ...rebuilt, checkpoint: undefined }).to.deep.equal({ ...built, checkpoint: undefined });
    await after.close();
  });
});

describe('the feed of an organization', () => {
  it('is stored from the first registration of a queue on; a later queue begins at its own registration', async () => {
    const server = await engineIn(temporaryFolder());
    const place = past.inTopic(1, 'plans');
    await appendEvents(server.log, [registered, past.founded(), ...past.newUser(1), past.opened(1, 'general', [1])]);
    await appendEvents(server.log, [sends(1, 1, place, past.text('unheard')), past.listens(1, '1:1')]);
    await appendEvents(server.log, [sends(2, 1, place, past.text('heard'))]);
    await server.engine.follower.catchUp();
    const kept = (await everythingIn(server)) as { 'feed by byTime': { type: string; carries?: number }[] };
    expect(kept['feed by byTime'].map(({ type, carries }) => [type, carries])).to.deep.equal([['message', 2]]);
    await server.close();
  });

  it('loses the client events that are too old for any queue', async () => {
    const server = await engineIn(temporaryFolder());
    const place = past.inTopic(1, 'plans');
    const sent = (id: number, at: number): Given => ({ ...sends(id, 1, place, past.text('heard')), metadata: { at } });
    const carried = async (): Promise<unknown[]> => {
      await server.engine.follower.catchUp();
      const kept = (await everythingIn(server)) as { 'feed by byTime': { carries?: number }[] };
      return kept['feed by byTime'].map(({ carries }) => carries);
    };
    await appendEvents(server.log, [registered, past.founded(), ...past.newUser(1), past.opened(1, 'general', [1])]);
    await appendEvents(server.log, [past.listens(1, '1:1'), sent(1, 5_000), sent(2, 6_000)]);
    await appendEvents(server.log, [sent(3, 4_999 + feedRetentionMs)]);
    expect(await carried()).to.deep.equal([1, 2, 3]);
    await appendEvents(server.log, [sent(4, 5_000 + feedRetentionMs)]);
    expect(await carried()).to.deep.equal([2, 3, 4]);
    await server.close();
  });

  it('keeps all of them while only the clock of one process is ahead', async () => {
    const server = await engineIn(temporaryFolder(), { clock: () => 6_000 });
    const sent = (id: number, at: number): Given => ({
      ...sends(id, 1, past.inTopic(1, 'plans'), past.text('heard')),
      metadata: { at },
    });
    await appendEvents(server.log, [registered, past.founded(), ...past.newUser(1), past.opened(1, 'general', [1])]);
    await appendEvents(server.log, [past.listens(1, '1:1'), sent(1, 5_000), sent(2, 9_000 + feedRetentionMs)]);
    await server.engine.follower.catchUp();
    await server.engine.projector.reached(server.engine.follower.position);
    await appendEvents(server.log, [sent(3, 9_000 + feedRetentionMs)]);
    await server.engine.follower.catchUp();
    const kept = (await everythingIn(server)) as { 'feed by byTime': { carries?: number }[] };
    expect(kept['feed by byTime'].map(({ carries }) => carries)).to.deep.equal([1, 2, 3]);
    await server.close();
  });

  it('records up to which client event it is no longer complete', async () => {
    const server = await engineIn(temporaryFolder());
    const place = past.inTopic(1, 'plans');
    const gap = async () => {
      await server.engine.follower.catchUp();
      await server.engine.projector.reached(server.engine.follower.position);
      const found = await server.engine.read((view) => view.get(feedGaps, feedGapId(realmId)));
      return found && positionOfId(found.gapTo);
    };
    const sent = (id: number, at: number): Given => ({ ...sends(id, 1, place, past.text('heard')), metadata: { at } });
    await appendEvents(server.log, [registered, past.founded(), ...past.newUser(1), past.opened(1, 'general', [1])]);
    await appendEvents(server.log, [past.listens(1, '1:1'), sent(1, 5_000), sent(2, 6_000)]);
    expect(await gap()).to.equal(undefined);
    const newest = server.engine.follower.position;
    await appendEvents(server.log, [sent(3, 5_000 + feedRetentionMs)]);
    expect(await gap()).to.equal(newest - 1);
    await appendEvents(server.log, [sent(4, 6_000 + feedRetentionMs)]);
    expect(await gap()).to.equal(newest);
    await server.close();
  });
});

describe('an event that a read model cannot absorb', () => {
  it('stops that model for that organization: its reads are refused, all others are answered', async () => {
    const poisoned = projections.map((model) =>
      model.name === 'messages'
        ? {
            ...model,
            on: {
              ...model.on,
              MessageSent: {
                apply: () => {
                  throw new Error('poison');
                },
              },
            },
          }
        : model,
    );
    const server = await engineIn(temporaryFolder(), { projections: poisoned });
    const place = past.inTopic(1, 'poison');
    await appendEvents(server.log, [
      registered,
      past.founded(),
      ...past.newUser(1),
      past.opened(1, 'general', [1]),
      sends(1, 1, place, past.text('x')),
    ]);
    await server.engine.follower.catchUp();
    await server.engine.projector.reached(server.engine.follower.position);
    const ask = (name: string) => {
      const model = projections.find((one) => one.name === name);
      if (!model) throw new Error(name);
      return server.engine.read((view) => view.getMany(model, [`${realmId}.1`]));
    };
    expect(await ask('users')).to.have.length(1);
    const refused = await ask('messages').then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(ReadStoreUnavailable);
    await server.close();
  });
});
