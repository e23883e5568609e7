/** Two processes on one log that delivers appends late. The order of everything follows from a seed: `SEED=… npx mocha --spec …` repeats a run. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import type { Command } from '../../../src/define/command.ts';
import type { Policy } from '../../../src/define/policy.ts';
import type { Executed } from '../../../src/engine/decide/executor.ts';
import { pagesOf } from '../../../src/engine/snapshot/pages.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { RealmState, ServerState } from '../../../src/state/realm-state.ts';
import type { RealmId, UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { numbersFrom, seedOfRun } from '../../simulation/chance.ts';
import { appendEvents, engineIn, type TestEngine } from '../../support/engine.ts';
import { happened, realmId, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { slowLog } from '../../support/slow-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export const rounds = 8;

const beginning = [
  registered,
  past.founded(),
  ...past.newUser(1, { role: 100 }),
  ...past.newUser(2, { role: 100 }),
  ...past.newUser(3),
  ...past.newUser(4, { bot: 1 }),
  past.opened(1, 'general', [1, 2, 3]),
  past.opened(2, 'other', [1, 2, 3]),
  ...[3, 4, 5, 6].map((id) => past.opened(id, `private ${id}`, [3], { inviteOnly: true })),
  happened(logStream.channels(realmId), 'DefaultChannelAdded', { channelId: 1 as never }),
];

/** To be called in a `describe`: opens both before its tests, and closes them after. */
export function bothProcesses(policies: readonly Policy<RealmState>[] = []) {
  let log: EventLog;
  let engines: TestEngine[];
  const seed = seedOfRun();
  const chance = numbersFrom(seed);
  let passed = 0;
  /** The clock of both. */
  const now = (): number => Date.now() + passed;
  const passes = (ms: number): void => {
    passed += ms;
  };

  before(async () => {
    const folder = temporaryFolder();
    log = await openLmdbEventLog(join(folder, 'log'));
    await appendEvents(log, beginning);
    engines = [];
    for (const readModels of ['one', 'other'])
      engines.push(await engineIn(folder, { log: slowLog(log, chance), readModels, clock: now, policies }));
  });
  after(async () => {
    for (const engine of engines) await engine.close();
    await log.close();
  });

  const on = (number: number): TestEngine => engines[number % 2] as TestEngine;
  const run = <S extends RealmState | ServerState, I, R, P, O>(
    number: number,
    command: Command<S, I, R, P, O>,
    input: I,
    actor: number | null,
    of: RealmId | null = realmId,
  ): Promise<Executed<R>> =>
    on(number).engine.executor.execute(command, input, {
      realmId: of ?? undefined,
      actor: actor as UserId | null,
      client: 'test',
      requestId: 'r',
    });

  /** The state of both engines, which must be the same. */
  async function stateOfBoth(): Promise<ServerState> {
    for (const { engine } of engines) await engine.follower.catchUp();
    const memory = { started: new Map(), unfinished: [] };
    const [one, other] = engines.map(({ engine }) => [
      ...pagesOf({ state: engine.state, unknownStreams: new Set(), policies: memory, unsealed: new Map() }),
    ]);
    expect(one, `seed ${seed}`).to.deep.equal(other);
    return on(0).engine.state;
  }
  /** Waits until the policies have acted on everything, each as often as the processes repeat it. */
  async function settled(): Promise<void> {
    for (const { engine } of engines) {
      await engine.follower.catchUp();
      await engine.policyRunner.finished(realmId, () => true, 60_000);
    }
  }
  const realmOfBoth = async (): Promise<RealmState> => (await stateOfBoth()).realms.get(realmId) as RealmState;

  const okay = <R>(done: Executed<R>): R => {
    if (!done.ok) throw new Error(`seed ${seed}: ${JSON.stringify(done.refusal)}`);
    return done.result;
  };
  const codeOf = (done: Executed<unknown>): string => (done.ok ? 'ok' : done.refusal.code);

  const each = <T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, number) => work(number)));

  return {
    seed,
    now,
    passes,
    run,
    stateOfBoth,
    settled,
    realmOfBoth,
    okay,
    codeOf,
    each,
    get log() {
      return log;
    },
  };
}
