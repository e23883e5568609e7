import { expect } from 'chai';
import { presenceOf, presencesOf } from '../../src/queries/presences.ts';
import type { ClientPresence } from '../../src/vocabulary/events/ephemeral.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';
import { realmId, testNow } from '../support/given.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { organization, readAfter } from '../support/organization.ts';
import { deactivated, presenceTold, sets } from '../support/writes.ts';

const at = testNow - 60_000;
const secs = at / 1000;
const clientPresence = (client: string, status: 'active' | 'idle', when = at): ClientPresence => ({
  client,
  status,
  at: when,
});
const view = () =>
  readAfter(organization(), [
    presenceTold(2, clientPresence('web', 'active')),
    presenceTold(2, clientPresence('web', 'active'), clientPresence('phone', 'idle', at + 1000)),
    presenceTold(3, clientPresence('web', 'idle', testNow - limits.presenceListedSecs * 1000 - 1)),
  ]);

describe('presence', () => {
  lowerLimits({ presencesListedMax: 10 });

  it('is listed by address, or by id (presenceListedSecs)', async () => {
    const [web, phone] = [
      { client: 'web', status: 'active', timestamp: secs, pushable: false },
      { client: 'phone', status: 'idle', timestamp: secs + 1, pushable: false },
    ];
    const { pushable: _, ...aggregated } = phone as typeof phone & { pushable: boolean };
    const listed = await presencesOf(await view(), realmId, { slim: false, now: testNow });
    expect(Object.values(listed)).to.deep.equal([{ web, phone, aggregated }]);
    expect(Object.keys(listed)[0]).to.match(/@/);
    expect(await presencesOf(await view(), realmId, { slim: true, now: testNow })).to.deep.equal({
      2: { active_timestamp: secs, idle_timestamp: secs + 1 },
    });
  });

  it('lists the newest if they are very many (presencesListedMax)', async () => {
    const many = Array.from({ length: limits.presencesListedMax + 1 }, (_, id) =>
      presenceTold(id + 1, clientPresence('web', 'idle', at + id)),
    );
    const listed = await presencesOf(await readAfter(organization(), many), realmId, { slim: true, now: testNow });
    expect(Object.keys(listed)).to.have.lengthOf(limits.presencesListedMax);
    expect(listed).not.to.have.property('1');
  });

  it('of one user contains when they left', async () => {
    const of = async (who: number | string, now = testNow) => presenceOf(await view(), realmId, who, now);
    const web = { status: 'active', timestamp: secs };
    const phone = { status: 'idle', timestamp: secs + 1 };
    expect(await of(2)).to.deep.equal({ web, phone, aggregated: phone });
    const gone = await of(2, testNow + 300_000);
    expect(gone.aggregated).to.deep.equal({ ...phone, status: 'offline' });
  });

  it('does not exist for users who reported none, or hide it, nor for bots', async () => {
    const refusal = async (who: number | string, ...more: Parameters<typeof readAfter>[1][]) => {
      try {
        await presenceOf(await readAfter(organization(), more.flat() as never), realmId, who, testNow);
      } catch (error) {
        if (error instanceof Refused) return error.refusal.code;
        throw error;
      }
      throw new Error('answered');
    };
    expect(await refusal(4)).to.equal('presence-missing');
    expect(await refusal(99)).to.equal('presence-user-missing');
    const told = presenceTold(2, clientPresence('web', 'active'));
    expect(await refusal(2, [told, sets(2, { presence_enabled: false })])).to.equal('presence-missing');
    const gone = [told, deactivated(2)];
    expect(await refusal(2, gone)).to.equal('presence-user-missing');
  });
});
