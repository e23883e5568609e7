import { expect } from 'chai';
import type { Logger } from '../../../src/engine/logger.ts';
import { PastFailed, PastNotReady, TooManyPasts } from '../../../src/http/past/pasts.ts';
import { failureLog } from '../../../src/http/response/failures.ts';
import { EventLogUnavailable } from '../../../src/ports/event-log.ts';
import { ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import { type Refusal, Refused } from '../../../src/vocabulary/refusals.ts';

/** The texts that are logged for these errors, one after the other. */
function logged(...thrown: readonly unknown[]): string[] {
  const texts: string[] = [];
  const never = (): never => expect.fail('only errors are logged');
  const logger: Logger = { debug: never, info: never, warn: never, error: (_, text) => texts.push(text) };
  const log = failureLog(logger);
  for (const error of thrown) log({ state: {}, method: 'GET' } as never, error);
  return texts;
}

const refused = (detail: string, cause?: 'disk-full' | 'too-busy'): Refused =>
  new Refused({ code: 'unavailable', detail, ...(cause && { cause }) } satisfies Refusal);

describe('requests that failed', () => {
  it('are logged each if the service is at fault', () => {
    expect(logged(new TypeError('one'), new TypeError('one'))).to.deep.equal(['a request failed', 'a request failed']);
  });

  it('are logged once a minute for each kind if a store is out of reach or the disk is full', () => {
    const outage = [
      refused('the event store: 1'),
      refused('the event store: 2'),
      new EventLogUnavailable('1'),
      new EventLogUnavailable('2'),
      new ReadStoreUnavailable('1'),
      refused('disk full', 'disk-full'),
      refused('disk full', 'disk-full'),
    ];
    expect(logged(...outage, ...outage)).to.have.length(4);
    expect(logged(...outage)[0]).to.equal('a request failed; similar failures are not logged for a minute');
  });

  it('are not logged if callers make the service too busy', () => {
    const busy = [refused('too many', 'too-busy'), new TooManyPasts('all'), new PastNotReady('is being brought back')];
    expect(logged(...busy)).to.deep.equal([]);
    expect(logged(new PastFailed('could not be brought back'))).to.have.length(1);
  });
});
