import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { publicLookup } from '../../src/webhooks/public-lookup.ts';

/** The answer to a question for an address. A name that is an IPv4 address with dashes has that one, and others do not exist. */
function answerTo(question: Buffer): { readonly isThere: boolean; readonly answer: Buffer } {
  const name = question.toString('latin1', 13, 13 + (question[12] ?? 0));
  const address = name.split('-').map(Number);
  const isThere = address.length === 4;
  const type = question.indexOf(0, 12) + 1;
  const isKnown = isThere && question.readUInt16BE(type) === 1;
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(isThere ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(isKnown ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = Buffer.from(isKnown ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address] : []);
  return { isThere, answer: Buffer.concat([head, question.subarray(12, type + 4), record]) };
}

describe('the addresses of a host name', () => {
  let server: Socket;
  let nameServers: string[];
  /** Whether questions for what does not exist wait for an answer. */
  let holds = true;
  const held: (() => void)[] = [];
  before(async () => {
    server = createSocket('udp4').on('message', (question, { port }) => {
      const { isThere, answer } = answerTo(question);
      if (isThere || !holds) server.send(answer, port);
      else held.push(() => server.send(answer, port));
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    nameServers = [`127.0.0.1:${(server.address() as AddressInfo).port}`];
  });
  after(() => server.close());

  const found = (name: string): Promise<unknown> =>
    new Promise((resolve) => {
      publicLookup(nameServers)(name, { all: true }, (error, addresses) => resolve(error?.name ?? addresses));
    });

  it('are its public ones', async () => {
    expect(await found('8-8-4-4.example')).to.deep.equal([{ address: '8.8.4.4', family: 4 }]);
  });

  it('are none if they are private, or of this host', async () => {
    for (const name of ['10-1-2-3.example', '169-254-169-254.example', 'localhost', 'LOCALHOST.', '8-8-4-4.localhost'])
      expect(await found(name), name).to.equal('ForbiddenAddress');
  });

  it('are found while the name servers of many others do not answer', async () => {
    let answers = 0;
    const silent = Array.from({ length: 16 }, async (_, at) => {
      const outcome = await found(`silent${at}.example`);
      answers += 1;
      return outcome;
    });
    expect(await found('8-8-4-4.example')).to.have.length(1);
    expect(answers).to.equal(0);
    holds = false;
    for (const answer of held) answer();
    expect(await Promise.all(silent)).to.deep.equal(Array(16).fill('Error'));
  });
});
