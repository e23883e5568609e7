import { expect } from 'chai';
import type { Application } from '../../src/cli/application.ts';
import { answerTasks } from '../../src/cli/control-socket.ts';
import { lockData } from '../../src/cli/data-lock.ts';
import { pauseFor, whileNobodyWrites } from '../../src/cli/while-nobody-writes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { withResolvers } from '../support/with-resolvers.ts';

const silent = (): void => undefined;
const quiet = { error: silent };

/** `steps` gets what happens, in order. */
const applicationThat = (steps: string[], resumed = (): void => undefined): Application =>
  ({
    log: {
      async pauseWrites(work: () => Promise<void>) {
        steps.push('paused');
        await work();
        steps.push('resumed');
        resumed();
      },
    },
  }) as unknown as Application;

describe('opening the log beside a running service', () => {
  it('is done while the service does not write', async () => {
    const data = temporaryFolder();
    const lock = await lockData(data);
    const steps: string[] = [];
    const resumed = new Promise<void>((resolve) =>
      lock.answerWith(answerTasks([], applicationThat(steps, resolve), quiet)),
    );
    const isInUse = await whileNobodyWrites(
      data,
      silent,
    )(async (inUse) => {
      steps.push('opened');
      return inUse;
    });
    await resumed;
    expect(isInUse).to.equal(true);
    expect(steps).to.deep.equal(['paused', 'opened', 'resumed']);
    await lock.release();
  });

  it('ends the pause when it fails', async () => {
    const data = temporaryFolder();
    const lock = await lockData(data);
    const resumed = new Promise<void>((resolve) =>
      lock.answerWith(answerTasks([], applicationThat([], resolve), quiet)),
    );
    const failed = await whileNobodyWrites(data, silent)(() => Promise.reject(new Error('damaged'))).catch(String);
    await resumed;
    expect(failed).to.equal('Error: damaged');
    await lock.release();
  });

  it('is done at once if no process has the data open', async () => {
    expect(await whileNobodyWrites(temporaryFolder(), silent)(async (isInUse) => isInUse)).to.equal(false);
  });

  it('is done when the service has ended before it answered', async () => {
    const data = temporaryFolder();
    const lock = await lockData(data);
    const opened = whileNobodyWrites(data, silent)(async (isInUse) => isInUse);
    await lock.stopAnswering();
    await lock.release();
    expect(await opened).to.equal(false);
  });

  it('reports that the service does not answer yet, and continues when it does', async () => {
    const data = temporaryFolder();
    const lock = await lockData(data);
    const { promise: line, resolve: onLine } = withResolvers<string>();
    const opened = whileNobodyWrites(data, (one) => onLine(one), 1)(async (isInUse) => isInUse);
    expect(await line).to.contain(`pid ${process.pid}`);
    lock.answerWith(answerTasks([], applicationThat([]), quiet));
    expect(await opened).to.equal(true);
    await lock.release();
  });

  it('is refused by a service that does not know how to pause', async () => {
    const data = temporaryFolder();
    const lock = await lockData(data);
    lock.answerWith(async () => ({ ok: false, why: 'unknown' }));
    const refused = await whileNobodyWrites(data, silent)(async (isInUse) => isInUse).catch(String);
    expect(refused).to.match(/does not pause .*unknown/);
    await lock.release();
  });

  it('is waited for however long it takes, and the operator sees which process it is', async () => {
    const steps: string[] = [];
    const { promise: gone, resolve: leave } = withResolvers();
    const error = (facts: object): void => {
      steps.push(JSON.stringify(facts));
      leave();
    };
    const parts = { log: applicationThat(steps).log, logger: { error }, openMs: 1 };
    await pauseFor({ pauseFor: 7 }, parts, () => undefined, gone);
    expect(steps).to.deep.equal(['paused', '{"openedBy":7}', '{"openedBy":7}', 'resumed']);
  });
});
