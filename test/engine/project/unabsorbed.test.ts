/** A batch that cannot be absorbed because documents cannot be read: only the read model at fault is left behind. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import type { Logger } from '../../../src/engine/logger.ts';
import { suspectedAfter } from '../../../src/engine/project/piecemeal.ts';
import { type ReadStore, ReadStoreUnavailable, type ReadView } from '../../../src/ports/read-store.ts';
import type { RealmId, UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn, silent, type TestEngine } from '../../support/engine.ts';
import { type Given, happened, realmId } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { renamed } from '../../support/writes.ts';

const other = 2 as RealmId;
const registered = (id: RealmId, subdomain: string): Given =>
  happened(logStream.server(), 'RealmRegistered', { realmId: id, subdomain });
const described = (of: RealmId, userId: UserId, fullName: string): Given =>
  happened(logStream.person(of, userId), 'PersonDescribed', { userId, fullName, email: 'x@example.com', timezone: '' });

/** A server whose store has this view while it absorbs. */
async function serving(spoilt: (view: ReadView) => ReadView) {
  const errors: unknown[] = [];
  const logger: Logger = { ...silent, error: (about) => errors.push(about) };
  const store = await openLmdbReadStore(join(temporaryFolder(), 'read-models'));
  const snapshot: ReadStore['snapshot'] = (body) => store.snapshot((view) => body(spoilt(view)));
  const server = await engineIn(temporaryFolder(), { logger, store: { ...store, snapshot } });
  return { server, errors };
}

const settled = async ({ engine }: TestEngine): Promise<void> => {
  await engine.follower.catchUp();
  await engine.projector.reached(engine.follower.position);
};

const behindIn = ({ engine }: TestEngine): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(engine.projector.checkpoint.models).flatMap(([name, { behind }]) =>
      behind ? [[name, Object.keys(behind)]] : [],
    ),
  );

describe('a batch that cannot be absorbed', function () {
  this.timeout(60_000);

  it('because a document cannot be read leaves only its read model behind, for its organization', async () => {
    const isDamaged = (id: string): boolean => id === `${realmId}.2`;
    const { server } = await serving((view) => ({
      ...view,
      getMany: async (model, ids) => {
        if (model.name === 'users' && ids.some(isDamaged)) throw new SyntaxError('Unexpected end of JSON input');
        return view.getMany(model, ids);
      },
    }));
    const beginning = [registered(realmId, 'test'), registered(other, 'other'), past.founded(), ...past.newUser(1)];
    await appendEvents(server.log, [...beginning, past.opened(1, 'general', [1])]);
    await settled(server);
    await appendEvents(server.log, [
      described(other, 7 as UserId, 'Seven'),
      ...past.newUser(2),
      past.opened(2, 'plans', [1]),
    ]);
    await settled(server);
    expect(behindIn(server)).to.deep.equal({ users: [String(realmId)] });
    await appendEvents(server.log, [
      renamed(1, 'One'),
      described(other, 8 as UserId, 'Eight'),
      past.opened(3, 'ideas', [1]),
    ]);
    await settled(server);
    expect(behindIn(server)).to.deep.equal({ users: [String(realmId)] });
    await server.close();
  });

  for (const more of [1, 2, 3])
    it(`for a temporary reason is tried again until it can be, here ${more} more times, and leaves nothing behind`, async () => {
      let failures = 0;
      let lag = (): number => 0;
      const lags: number[] = [];
      const { server, errors } = await serving((view) => {
        if (failures === 0) return view;
        failures -= 1;
        lags.push(lag());
        throw new RangeError('no idea');
      });
      await appendEvents(server.log, [registered(realmId, 'test'), past.founded(), ...past.newUser(1)]);
      await settled(server);
      lag = () => server.engine.projector.lag.events;
      failures = suspectedAfter + more;
      await appendEvents(server.log, [past.opened(1, 'general', [1])]);
      await settled(server);
      expect(lags.length).to.equal(suspectedAfter + more);
      expect(Math.min(...lags), 'events that are behind, at each failure').to.be.at.least(1);
      expect(errors.length).to.be.at.least(1);
      expect(behindIn(server)).to.deep.equal({});
      await server.close();
    });

  it('leaves no read model behind while the store is unreachable', async () => {
    let failures = 0;
    const { server } = await serving((view) => {
      if (failures === 0) return view;
      failures -= 1;
      throw new ReadStoreUnavailable('away');
    });
    failures = suspectedAfter + 3;
    await appendEvents(server.log, [registered(realmId, 'test'), past.founded(), ...past.newUser(1)]);
    await settled(server);
    expect(failures).to.equal(0);
    expect(behindIn(server)).to.deep.equal({});
    await server.close();
  });
});
