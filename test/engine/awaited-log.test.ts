import { expect } from 'chai';
import { awaitLog } from '../../src/engine/awaited-log.ts';
import { EventLogDamaged, EventLogUnavailable } from '../../src/ports/event-log.ts';
import { silent } from '../support/engine.ts';

describe('the start of a service', () => {
  let asked = 0;
  let said: string[] = [];
  beforeEach(() => {
    asked = 0;
    said = [];
  });
  const never = new Promise<void>(() => {});
  const log = (answer: () => Promise<number>) => ({
    tail: () => {
      asked += 1;
      return answer();
    },
  });
  const logger = { ...silent, warn: (_facts: object, text: string) => void said.push(text) };

  it('waits for a log that is out of reach, and says so once', async () => {
    const outage = log(async () => {
      if (asked < 4) throw new EventLogUnavailable('no answer');
      return 0;
    });
    await awaitLog(outage, logger, never, 0);
    expect(asked).to.equal(4);
    expect(said).to.deep.equal(['the start waits for the event log']);
  });

  it('asks a log that answers once, and says nothing', async () => {
    await awaitLog(
      log(async () => 0),
      logger,
      never,
    );
    expect(asked).to.equal(1);
    expect(said).to.deep.equal([]);
  });

  it('does not wait for a log that is damaged', async () => {
    const damaged = log(() => Promise.reject(new EventLogDamaged('a page')));
    const failure = await awaitLog(damaged, logger, never, 0).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(EventLogDamaged);
    expect(asked).to.equal(1);
  });

  it('waits no longer than somebody wants the service', async () => {
    let stop = (): void => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const outage = log(() => {
      stop();
      return Promise.reject(new EventLogUnavailable('no answer'));
    });
    await awaitLog(outage, logger, stopped, 2 ** 31 - 1);
    expect(asked).to.equal(1);
  });
});
