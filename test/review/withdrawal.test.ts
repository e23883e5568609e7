import { expect } from 'chai';
import type { ExportFiles } from '../../src/review/export-files.ts';
import { ExportExpiry, withdrawal } from '../../src/review/withdrawal.ts';
import { evolve, type ServerState } from '../../src/state/realm-state.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import { executing } from '../support/executing.ts';
import { exportAsked, exportEnded, exportMade } from '../support/export-writes.ts';
import { type Given, realmId, recorded, serverAfter, testNow } from '../support/given.ts';
import { organization } from '../support/organization.ts';

const stateWith = (...past: Given[]): ServerState => serverAfter([...organization(), ...past]);
const order = { realmId, actor: null, client: 'Internal', requestId: 'r' };

describe('withdrawing exports', () => {
  it('ends and removes those that name what was erased, and no other', async () => {
    const state = stateWith(exportAsked(1), exportAsked(2), exportAsked(3), exportMade(1), exportMade(2));
    const [ended, removed]: [object[], number[]] = [[], []];
    const files = {
      names: async (_realm: number, id: number) => id === 2,
      remove: async (_realm: number, id: number) => void removed.push(id),
    } as unknown as ExportFiles;
    const withdraw = withdrawal({
      ...{ state, files },
      executor: executing({ 'end-export': (input) => ended.push(input) }),
    });
    await withdraw(realmId, { messages: [7] }, order);
    expect([ended, removed]).to.deep.equal([[{ exportId: 2, cause: 'erased' }], [2]]);
  });
});

describe('the expiry of exports', () => {
  it('ends each at its time, one that is made meanwhile too, and tries again after a failure', async () => {
    const state = stateWith(exportAsked(1), exportMade(1, testNow - 1), exportAsked(2), exportMade(2, testNow + 1e9));
    const ended: number[] = [];
    let failures = 0;
    let wake: () => void = () => undefined;
    const next = () => new Promise<void>((resolve) => (wake = resolve));
    const expiry = new ExportExpiry({
      ...{ state, now: () => testNow, logger: { error: () => (failures += 1) } as never },
      executor: executing({
        'end-export': ({ exportId }) => {
          if (exportId === 1 && failures === 0) throw new Error('the log is away');
          ended.push(Number(exportId));
          const [event] = recorded([exportEnded(Number(exportId))]);
          evolve(state, event as Recorded);
          wake();
        },
      }),
    });
    const first = next();
    expiry.start();
    await first;
    expect([ended, failures]).to.deep.equal([[1], 1]);
    const second = next();
    const more = recorded([exportAsked(3), exportMade(3, testNow - 1)]);
    for (const event of more) {
      evolve(state, event);
      expiry.see({ event, realm: undefined, clientEvents: [] });
    }
    await second;
    await expiry.stop();
    expect(ended).to.deep.equal([1, 3]);
  });
});
