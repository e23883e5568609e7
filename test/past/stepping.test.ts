/** Steps after a past: their content, their end, and what fits into one answer. */
import { expect } from 'chai';
import { projections } from '../../projections/index.ts';
import { decode } from '../../src/engine/follow/decode.ts';
import { type Stepped, stepsOf } from '../../src/past/stepping.ts';
import type { EventReader } from '../../src/queries/trail/names.ts';
import { scoped } from '../../src/replay/history.ts';
import { Past } from '../../src/replay/past.ts';
import { replayTools } from '../../src/replay-tools.ts';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { mixedLog } from '../audit/log-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const realmId = 1 as RealmId;

describe('steps of a past', () => {
  let log: Awaited<ReturnType<typeof mixedLog>>;
  let past: Past;
  let end: number;
  before(async () => {
    log = await mixedLog(temporaryFolder());
    end = await log.tail();
  });
  beforeEach(async () => {
    past = await opened();
  });
  afterEach(() => past.close());
  after(() => log.close());

  const opened = async (): Promise<Past> => {
    const { openStore, logger } = replayTools;
    const history = scoped(log, { realmId, isErased: () => false });
    return Past.open({ history, store: await openStore(), projections, logger });
  };
  const events: EventReader = async (stream, from, limit) =>
    (await log.readStream(stream, { from, limit })).flatMap((stored) => decode(stored) ?? []);
  const steps = (limit: number, sizes?: { step: number; steps: number; millis: number }): Promise<Stepped> =>
    stepsOf(past, { realmId, events, end, limit, ...(sizes && { sizes }) });
  const ample = { step: 1e9, steps: 1e9, millis: 1e9 };

  it('show what is recorded, in order, and end with the log', async () => {
    const all = await steps(1_000);
    expect(all.next).to.equal(undefined);
    await past.close();
    past = await opened();
    const one: string[] = [];
    for (let next: number | undefined = 0; next !== undefined; ) {
      const page = await steps(1);
      one.push(...page.steps.map(({ event }) => event.id));
      next = page.next;
      if (next !== undefined) expect(page.steps[0]?.event.position).to.equal(next);
    }
    expect(one).to.deep.equal(all.steps.map(({ event }) => event.id));
    const edit = all.steps.find(({ event }) => event.action === 'message.edited');
    expect(edit?.event.after).to.have.property('content', 'one, better');
    const change = edit?.changes.find(({ model, id }) => model === 'messages' && id === '1.1');
    expect(change?.before?.content).to.match(/^one /);
    expect(change?.after?.content).to.equal('one, better');
    expect(edit?.client_events.map(({ type }) => type)).to.deep.equal(['update_message']);
  });

  it('count what is too long to be shown (stepBytesMax)', async () => {
    const whole = (await steps(2)).steps[1];
    await past.close();
    past = await opened();
    const cut = (await steps(2, { ...ample, step: 1 })).steps[1];
    expect(cut?.changes).to.deep.equal([]);
    expect(cut?.more_changes).to.equal(whole?.changes.length).and.to.be.greaterThan(0);
  });

  it('fill an answer, and the shown part of a step, to exactly the limit', async () => {
    const lengthOf = (one: unknown): number => JSON.stringify(one).length;
    const fresh = async (limit: number, sizes: Partial<typeof ample>): Promise<Stepped['steps']> => {
      await past.close();
      past = await opened();
      return (await steps(limit, { ...ample, ...sizes })).steps;
    };
    const [first] = await fresh(1, {});
    const [changes, clientEvents] = [first?.changes ?? [], first?.client_events ?? []];
    const length = [first?.event, ...changes, ...clientEvents].map(lengthOf).reduce((sum, one) => sum + one, 0);
    expect(await fresh(3, { steps: length })).to.have.length(1);
    expect(await fresh(3, { steps: length + 1 })).to.have.length(2);
    const shown = changes.map(lengthOf).reduce((sum, one) => sum + one, 0);
    expect((await fresh(1, { step: shown }))[0]?.more_changes).to.equal(0);
    expect((await fresh(1, { step: shown - 1 }))[0]?.more_changes).to.equal(1);
  });

  it('end with what fits into one answer, and continue (stepsBytesMax, stepsSecsMax)', async () => {
    const first = await steps(1_000, { ...ample, steps: 1 });
    const second = await steps(1_000, { ...ample, millis: 0 });
    expect([first.steps.length, second.steps.length]).to.deep.equal([1, 1]);
    expect(first.next).to.equal(first.steps[0]?.event.position);
    expect(second.steps[0]?.event.id).to.not.equal(first.steps[0]?.event.id);
  });
});
