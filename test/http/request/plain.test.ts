/** What is read at a glance is what the schemas read, and nothing else. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { Reply } from '../../../src/define/endpoint.ts';
import { readParameters } from '../../../src/http/request/parameter-errors.ts';
import { readQuery } from '../../../src/http/request/urlencoded.ts';
import { events } from '../../../src/http/routes/events.ts';
import type { Services } from '../../../src/http/services.ts';
import type { Poll } from '../../../src/queues/service.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { realmId } from '../../support/given.ts';

const getEvents = events.find(({ method }) => method === 'GET');
const by = { realmId, userId: 2 as UserId };
const reply: Reply = { gone: false, answer: () => undefined, fail: () => undefined, whenGone: () => undefined };

/** What is asked of the queues: at a glance, and by the schemas. */
async function pollsOf(query: string) {
  const asked: Poll[] = [];
  const services = { queues: { poll: (poll: Poll) => void asked.push(poll) } } as unknown as Services;
  const plain = getEvents?.plain?.(query);
  if (!plain) return undefined;
  plain(by, reply, services);
  const read = readParameters(getEvents?.parameters as never, readQuery(query));
  if (!read.ok) throw new Error(read.problem.msg);
  await getEvents?.handle({ ...by, reply, parameters: read.values } as never, services);
  return asked;
}

describe('a poll in the form that nearly all clients send', () => {
  it('is read at a glance', async () => {
    for (const rest of ['', '&last_event_id=-1', '&last_event_id=-77', '&last_event_id=012', '&dont_block=true'])
      for (const colon of [':', '%3A', '%3a']) {
        const polls = await pollsOf(`queue_id=1517975029${colon}123456789012345${rest}`);
        expect(polls, rest).to.have.length(2);
        expect(polls?.[0], rest).to.deep.equal(polls?.[1]);
      }
    expect((await pollsOf('queue_id=1:2&last_event_id=7&dont_block=false'))?.[0]).to.deep.equal({
      ...by,
      queueId: '1:2',
      lastEventId: 7,
      dontBlock: false,
    });
  });

  it('is read by the schemas where anything is unusual', () => {
    for (const query of [
      '',
      'queue_id=',
      'queue_id=1',
      'queue_id=1:2:3',
      'queue_id=1:12345678901234567',
      'queue_id=%31:2',
      'queue_id=1:2&',
      'queue_id=1:2&queue_id=1:2',
      'queue_id=1:2&last_event_id=',
      'queue_id=1:2&last_event_id=1.5',
      'queue_id=1:2&last_event_id=9007199254740993',
      'queue_id=1:2&dont_block=1',
      'queue_id=1:2&last_event_id=1&all_public_streams=x',
      'last_event_id=1&queue_id=1:2',
    ])
      expect(getEvents?.plain?.(query), query).to.equal(undefined);
  });

  it('means the same either way', async () => {
    const pair = fc.oneof(
      fc.tuple(fc.constant('queue_id'), fc.stringMatching(/^[0-9]{1,17}(:|%3A|%3a|%)[0-9]{1,17}$/)),
      fc.tuple(fc.constant('last_event_id'), fc.stringMatching(/^[-+]?[0-9]{0,18}$/)),
      fc.tuple(fc.constant('dont_block'), fc.constantFrom('true', 'false', 'True', '0', '')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { maxLength: 4 }), async (pairs) => {
        const polls = await pollsOf(pairs.map((one) => one.join('=')).join('&'));
        if (polls) expect(polls[0]).to.deep.equal(polls[1]);
      }),
      { numRuns: 500 },
    );
  });
});
