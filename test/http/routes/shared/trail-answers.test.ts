import { expect } from 'chai';
import { linesAnswer } from '../../../../src/http/routes/shared/trail-answers.ts';
import { appointed, dismissed } from '../../../support/audit-writes.ts';
import { type Given, realmId, stateAfter } from '../../../support/given.ts';
import { organization, user } from '../../../support/organization.ts';

describe('records of the trail as lines', () => {
  it('end without the last line as soon as their reader may no longer read them', async () => {
    const afterwards = (...more: Given[]) => stateAfter([...organization(), appointed(3), ...more]);
    let state = afterwards();
    const page = { found: [], last: { at: 0, eventId: '' }, next: { at: 0, eventId: '' } };
    const services = {
      realm: () => state,
      read: () => Promise.resolve({ lines: ['a record', 'another'], page }),
    };
    const call = { realmId, userId: user(3), admitted: { content: true }, isStillKnown: () => true };
    const { lines } = linesAnswer(call as never, services as never, { content: true } as never, false);
    const read: string[] = [];
    for await (const line of lines(new AbortController().signal)) {
      read.push(line);
      if (read.length === 3) state = afterwards(dismissed(3));
      if (read.length > 10) break;
    }
    expect(read).to.deep.equal(['a record', 'another', 'a record', 'another']);
  });

  it('about the past are complete, although their reader was not an auditor at that moment', async () => {
    const page = { found: [], last: { at: 0, eventId: '' }, next: undefined };
    const services = {
      realm: () => stateAfter(organization()),
      read: () => Promise.resolve({ lines: ['a record'], page, complete: true }),
      forAuditor: true,
    };
    const { lines } = linesAnswer({ realmId, userId: user(3) } as never, services as never, {} as never, false);
    const read: string[] = [];
    for await (const line of lines(new AbortController().signal)) read.push(line);
    expect(read).to.deep.equal(['a record', '{"end":true,"count":1,"next_cursor":null,"complete":true}']);
  });

  it('are followed by new ones only after a rest, however much happens in the meantime', async () => {
    const page = { found: [{ eventId: 'an event' }], last: { at: 0, eventId: '' }, next: undefined };
    let end: () => void = () => undefined;
    let rests: () => void = () => undefined;
    const isResting = new Promise<void>((resolve) => {
      rests = resolve;
    });
    const rest = () =>
      new Promise<void>((resolve) => {
        end = resolve;
        rests();
      });
    let reads = 0;
    const services = {
      realm: () => stateAfter([...organization(), appointed(3)]),
      news: { isClosed: false, next: () => Promise.resolve(), rest },
      read: () => {
        reads += 1;
        return Promise.resolve({ lines: ['a record'], page });
      },
    };
    const call = { realmId, userId: user(3), admitted: { content: true }, isStillKnown: () => true };
    const { lines } = linesAnswer(call as never, services as never, { content: true } as never, true);
    const records = lines(new AbortController().signal)[Symbol.asyncIterator]();
    await records.next();
    const next = records.next();
    await isResting;
    expect(reads).to.equal(1);
    end();
    await next;
    expect(reads).to.equal(2);
  });
});
