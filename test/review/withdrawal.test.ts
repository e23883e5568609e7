import { expect } from 'chai';
import type { ExportFiles } from '../../src/review/export-files.ts';
import { withdrawal } from '../../src/review/withdrawal.ts';
import type { ServerState } from '../../src/state/realm-state.ts';
import { executing } from '../support/engine.ts';
import { exportAsked, exportMade } from '../support/export-writes.ts';
import { type Given, realmId, serverAfter } from '../support/given.ts';
import { organization } from '../support/organization.ts';

const stateWith = (...past: Given[]): ServerState => serverAfter([...organization(), ...past]);
const order = { realmId, actor: null, client: 'Internal', requestId: 'r' };

describe('withdrawing exports', () => {
  it('ends and removes those that contain erased content, and no others', async () => {
    const state = stateWith(exportAsked(1), exportAsked(2), exportAsked(3), exportMade(1), exportMade(2));
    const [ended, removed]: [object[], number[]] = [[], []];
    const files = {
      names: async (_realm: number, id: number) => id === 2,
      remove: async (_realm: number, id: number) => void removed.push(id),
    } as unknown as ExportFiles;
    const withdraw = withdrawal({ state, files, executor: executing({ 'end-export': (input) => ended.push(input) }) });
    await withdraw(realmId, { messages: [7] }, order);
    expect([ended, removed]).to.deep.equal([[{ exportId: 2, cause: 'erased' }], [2]]);
  });
});
