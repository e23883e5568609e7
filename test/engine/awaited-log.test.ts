import { expect } from 'chai';
import { awaitedLog } from '../../src/engine/awaited-log.ts';
import { type AppendResult, type EventLog, EventLogDamaged, EventLogUnavailable } from '../../src/ports/event-log.ts';
import { silent } from '../support/engine.ts';
import { withResolvers } from '../support/with-resolvers.ts';

describe('the log of a start', () => {
  let asked = 0;
  let logged: string[] = [];
  let onLogged = (): void => {};
  beforeEach(() => {
    asked = 0;
    logged = [];
    onLogged = () => {};
  });
  const warn = (_facts: object, text: string): void => {
    logged.push(text);
    onLogged();
  };
  const never = new Promise<void>(() => {});
  /** A log that has these answers, one after the other, whatever is asked. */
  function logOf(answers: readonly unknown[], stopped: Promise<void> | undefined, pauseMs = 0) {
    const answer = async (): Promise<never> => {
      const next = answers[asked];
      asked += 1;
      if (next instanceof Error) throw next;
      return next as never;
    };
    const log = { tail: answer, readStream: answer, append: answer } as unknown as EventLog;
    return awaitedLog(log, { ...silent, warn }, stopped, pauseMs);
  }
  const away = new EventLogUnavailable('no answer');
  const notWritten: AppendResult = { ok: false, reason: 'unavailable', detail: 'no answer' };
  const failureOf = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);

  it('waits while it is out of reach, and logs each outage once', async () => {
    const written: AppendResult = { ok: true, revision: 0, position: 1 };
    const { log: start } = logOf([away, away, 0, [], away, away, [], notWritten, away, written], never);
    expect(await start.tail()).to.equal(0);
    expect(logged).to.have.length(1);
    expect(await start.readStream('secret')).to.deep.equal([]);
    expect(logged).to.have.length(1);
    expect(await start.readStream('secret')).to.deep.equal([]);
    expect(await start.append('secret', [], 'none')).to.equal(written);
    expect(logged).to.deep.equal(Array.from({ length: 3 }, () => 'the start waits for the event log'));
  });

  it('does not wait if it answers, is damaged, or its disk is full', async () => {
    const full: AppendResult = { ok: false, reason: 'unavailable', detail: 'disk full', cause: 'disk-full' };
    const conflict: AppendResult = { ok: false, reason: 'conflict', actual: 1 };
    const { log: start } = logOf([0, new EventLogDamaged('a page'), full, conflict], never);
    expect(await start.tail()).to.equal(0);
    expect(await failureOf(start.tail())).to.be.instanceOf(EventLogDamaged);
    expect(await start.append('secret', [], 'none')).to.equal(full);
    expect(await start.append('secret', [], 'none')).to.equal(conflict);
    expect(logged).to.deep.equal([]);
  });

  it('stops waiting when the start is over', async () => {
    const { log: start, stopWaiting } = logOf([away, away, notWritten, away], never, 2 ** 31 - 1);
    onLogged = stopWaiting;
    expect(await failureOf(start.tail())).to.equal(away);
    expect(await start.append('secret', [], 'none')).to.equal(notWritten);
    expect(await failureOf(start.readStream('secret'))).to.equal(away);
    expect(asked).to.equal(4);
  });

  it('stops waiting when the service is stopped, and does not wait for a command', async () => {
    const { promise: stopped, resolve: stop } = withResolvers();
    onLogged = () => stop();
    const { log: start } = logOf([away, away], stopped, 2 ** 31 - 1);
    expect(await failureOf(start.tail())).to.equal(away);
    expect(asked).to.equal(2);
    asked = 0;
    const { log: command } = logOf([away], undefined);
    expect(await failureOf(command.tail())).to.equal(away);
    expect(asked).to.equal(1);
  });
});
