import { expect } from 'chai';
import { Lines } from '../../../src/define/endpoint.ts';
import { look } from '../../../src/http/past/look.ts';
import { reasonHeader } from '../../../src/http/request/privileged.ts';
import { appointed, dismissed } from '../../support/audit-writes.ts';
import { type Given, realmId, stateAfter } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';

describe('lines of a look', () => {
  const moment = { eventId: '019aae2c-5f00-7000-8000-000000000001', position: 7, at: 1, now: 1 };
  const parameters = { shape: {}, safeParse: () => ({ success: true, data: {} }) };

  const read = async (headers: Record<string, string>) => {
    const afterwards = (...more: Given[]) => stateAfter([...organization(), appointed(3), ...more]);
    let state = afterwards();
    const lines = new Lines(async function* () {
      for (let number = 1; number <= 10; number += 1) yield `line ${number}`;
    });
    const services = {
      realm: () => state,
      run: () => Promise.resolve({ result: { eventId: 'e' }, position: 8 }),
      read: () => Promise.resolve(moment),
      eventTime: () => 1,
      pasts: { ask: () => Promise.resolve({ answer: lines, charged: 0 }) },
    };
    const call = {
      realmId,
      userId: user(3),
      parameters: {},
      headers: { [reasonHeader.toLowerCase()]: 'case' },
      isStillKnown: () => true,
      origin: () => '',
      address: () => '',
      charge: () => undefined,
      gone: () => new AbortController().signal,
    };
    const endpoint = { id: 'lines', method: 'GET', path: '/lines', parameters, handle: () => lines };
    const { answer } = await look(endpoint as never, { call, sent: {}, headers } as never, services as never);
    const received: string[] = [];
    for await (const line of (answer as Lines).lines(new AbortController().signal)) {
      received.push(line);
      if (received.length === 2) state = afterwards(dismissed(3));
    }
    return received;
  };

  for (const [what, headers] of Object.entries<Record<string, string>>({
    'into the past': { 'verbatim-as-of': moment.eventId },
    'with the eyes of somebody': { 'verbatim-as-user': '2' },
  }))
    it(`${what} end as soon as the caller is no longer an auditor`, async () => {
      expect(await read(headers)).to.deep.equal(['line 1', 'line 2']);
    });
});
