/** A commit that fails repeatedly: no read model is held responsible for a failure of the store or of another read model. */
import { join } from 'node:path';
import { expect } from 'chai';
import { projections } from '../../../projections/index.ts';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import type { Projection } from '../../../src/define/projection.ts';
import { suspectedAfter } from '../../../src/engine/project/piecemeal.ts';
import type { ReadStore, Write } from '../../../src/ports/read-store.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { appendEvents, engineIn, type TestEngine } from '../../support/engine.ts';
import { realmId, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const beginning = [
  registered,
  past.founded(),
  ...past.newUser(1),
  past.opened(1, 'general', [1]),
  past.sends(1, 1, past.inTopic(1, 'plans')),
];
const place = past.inTopic(1, 'plans');
const sent = past.sends(2, 1, place, past.text('said'));

/** A server whose commits fail if `fails` returns true for the writes, counted from the first commit after its start. */
async function serving(fails: (writes: readonly Write[], commit: number) => boolean, models = projections) {
  const folder = temporaryFolder();
  const store = await openLmdbReadStore(join(folder, 'read-models'));
  let [commits, isOn] = [0, false];
  const commit: ReadStore['commit'] = async (...given) => {
    if (isOn) commits += 1;
    if (isOn && fails(given[0], commits)) throw new RangeError('no idea');
    return store.commit(...given);
  };
  const server = await engineIn(folder, { store: { ...store, commit }, projections: models });
  await appendEvents(server.log, beginning);
  await settled(server);
  isOn = true;
  return { server, commits: () => commits };
}

async function settled({ engine }: TestEngine): Promise<void> {
  await engine.follower.catchUp();
  await engine.projector.reached(engine.follower.position);
}

const behindIn = ({ engine }: TestEngine): string[] =>
  Object.entries(engine.projector.checkpoint.models).flatMap(([name, { behind }]) => (behind ? [name] : []));

const stored = (server: TestEngine, name: string, id: string): Promise<unknown> => {
  const model = projections.find((one) => one.name === name);
  if (!model) throw new Error(name);
  return server.engine.read((view) => view.get(model, id));
};

const names = (writes: readonly Write[]) => new Set(writes.map(({ model }) => model));

describe('a read model at fault for failing commits', function () {
  this.timeout(60_000);

  for (const more of [1, 2, 3])
    it(`is not assumed if the store refuses all commits for a while, here ${suspectedAfter + more} times`, async () => {
      const { server, commits } = await serving((_writes, commit) => commit <= suspectedAfter + more);
      await appendEvents(server.log, [sent]);
      await settled(server);
      expect(commits()).to.be.above(suspectedAfter + more);
      expect(behindIn(server)).to.deep.equal([]);
      expect(await stored(server, 'messages', `${realmId}.2`)).to.deep.include({ content: 'said' });
      await server.close();
    });

  it('is not assumed if every other commit fails', async () => {
    const { server } = await serving((_writes, commit) => commit <= suspectedAfter || commit % 2 === 0);
    await appendEvents(server.log, [sent]);
    await settled(server);
    expect(behindIn(server)).to.deep.equal([]);
    expect(await stored(server, 'messages', `${realmId}.2`)).to.deep.include({ content: 'said' });
    await server.close();
  });

  it('is not assumed if two models cannot be written together, but one after the other', async () => {
    const { server } = await serving((writes) => names(writes).has('messages') && names(writes).size > 1);
    await appendEvents(server.log, [sent]);
    await settled(server);
    expect(behindIn(server)).to.deep.equal([]);
    expect(await stored(server, 'messages', `${realmId}.2`)).to.deep.include({ content: 'said' });
    await server.close();
  });

  it('is each of several read models that cannot be written, and no other', async () => {
    const guilty = ['messages', 'deletions', 'trail'];
    let all: string[] = [];
    const { server } = await serving((writes) => {
      if (all.length === 0) all = [...names(writes)];
      return writes.some(({ model }) => guilty.includes(model));
    });
    await appendEvents(server.log, [past.deletes(1, 1, place)]);
    await settled(server);
    expect(all).to.include.members([...guilty, 'memberships']);
    expect(behindIn(server)).to.have.members(guilty);
    await server.close();
  });

  it('is the one whose document no event explains, and the batch is still committed', async () => {
    const models = projections.map((model): Projection<object> => {
      if (model.name !== 'messages') return model;
      const nameless: Write = { model: 'messages', op: 'put', id: 'of nobody', document: {} };
      const document = { filling: 'x'.repeat(limits.documentLengthMax) };
      return { ...model, on: { ...model.on, MessageSent: { apply: () => [{ ...nameless, document }] } } };
    });
    const { server } = await serving(() => false, models);
    await appendEvents(server.log, [sent, ...past.newUser(2)]);
    await settled(server);
    expect(behindIn(server)).to.deep.equal(['messages']);
    expect(await stored(server, 'users', `${realmId}.2`)).to.be.an('object');
    await server.close();
  });
});
