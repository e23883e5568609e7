/** Slow, cut and misused connections, against the whole service: an incomplete request changes nothing, and other clients do not notice. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import type { EventQueues } from '../../src/queues/event-queues.ts';
import { basic, exchange } from '../http/stub-app.ts';
import { list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('connections', () => {
  const server = runningServer();
  const member = server.as('member');

  const port = (): { port: number } => ({ port: Number(new URL(server.base).port) });
  const queues = (): EventQueues => server.application.services.queues as EventQueues;
  const alive = async (): Promise<void> => void succeeded(await member.get('/users/me'));
  const opened = async (): Promise<Socket> => {
    const socket = connect(port().port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const head = (line: string, more: readonly string[] = []): string => {
    const { email, api_key } = member.account;
    return [`${line} HTTP/1.1`, 'Host: x', `Authorization: ${basic(`${email}:${api_key}`)}`, ...more, '', ''].join(
      '\r\n',
    );
  };
  const sending = (body: string, length = body.length): string =>
    head('POST /api/v1/messages', [
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${length}`,
      'Connection: close',
    ]) + body;
  const body = 'type=stream&to=general&topic=cut&content=halfway';

  it('cut in the middle of a body: no message is sent', async () => {
    const before = server.appended;
    const socket = await opened();
    socket.write(sending(body, body.length + 10));
    socket.resetAndDestroy();
    await once(socket, 'close');
    await alive();
    expect(server.appended).to.equal(before);
  });

  it('ended in the middle of a body: no message is sent', async () => {
    const before = server.appended;
    await exchange(port(), sending(body, body.length + 10));
    await alive();
    expect(server.appended).to.equal(before);
  });

  it('a chunked body without its end: no message is sent', async () => {
    const before = server.appended;
    const chunked = head('POST /api/v1/messages', [
      'Content-Type: application/x-www-form-urlencoded',
      'Transfer-Encoding: chunked',
    ]);
    await exchange(port(), `${chunked}${body.length.toString(16)}\r\n${body}\r\n`);
    await alive();
    expect(server.appended).to.equal(before);
  });

  it('byte by byte: one message is sent', async () => {
    const queue = await follow(member, { event_types: ['message'] });
    const socket = await opened();
    socket.setNoDelay(true);
    const answer = once(socket, 'data');
    for (const byte of sending(body)) socket.write(byte);
    const [bytes] = (await answer) as [Buffer];
    expect(bytes.toString()).to.match(/^HTTP\/1\.1 200 /);
    socket.destroy();
    expect((await queue.news()).map(({ message }) => message?.content)).to.deep.equal(['halfway']);
  });

  it('cut after the whole request: the message is sent once', async () => {
    const queue = await follow(member, { event_types: ['message'] });
    const socket = await opened();
    socket.end(sending(body));
    socket.resume();
    await once(socket, 'close');
    expect((await queue.awaited()).map(({ message }) => message?.content)).to.deep.equal(['halfway']);
    expect(await queue.news()).to.deep.equal([]);
  });

  it('reset while a poll waits: the poll ends, and its events are kept for the next poll', async () => {
    const { queueId, news } = await follow(member, { event_types: ['message'] });
    const socket = await opened();
    socket.write(head(`GET /api/v1/events?queue_id=${encodeURIComponent(queueId)}`));
    while (queues().counts().waiting === 0) await alive();
    socket.resetAndDestroy();
    while (queues().counts().waiting > 0) await alive();
    await said(member, 'general', 't', 'kept');
    expect((await news()).map(({ message }) => message?.content)).to.deep.equal(['kept']);
  });

  it('pipelined requests are answered in their order', async () => {
    const one = head('GET /api/v1/users/me');
    const two = head('GET /api/v1/messages/4711');
    const last = head('GET /api/v1/nothing', ['Connection: close']);
    const replies = await exchange(port(), one + two + last, { thenEnd: false });
    expect([...replies.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)).to.deep.equal([
      '200',
      '400',
      '404',
    ]);
  });

  it('two framings of one body (request smuggling) are refused', async () => {
    const before = server.appended;
    const smuggled = head('POST /api/v1/messages', ['Content-Length: 5', 'Transfer-Encoding: chunked']);
    expect(await exchange(port(), `${smuggled}0\r\n\r\n${sending(body)}`, { thenEnd: false })).to.match(
      /^HTTP\/1\.1 400 /,
    );
    expect(server.appended).to.equal(before);
  });

  it('many silent connections do not keep other clients out', async () => {
    const sockets = await Promise.all(Array.from({ length: 100 }, opened));
    await alive();
    for (const socket of sockets) socket.destroy();
    const { streams } = succeeded(await member.get('/streams'));
    expect(list(streams)).to.not.deep.equal([]);
  });

  it('server stops while a poll waits: the poll is answered', async () => {
    const { queueId } = await follow(member, { event_types: ['message'] });
    const polled = member.get('/events', { queue_id: queueId });
    while (queues().counts().waiting === 0) await alive();
    const restarted = server.restart();
    expect(list(succeeded(await polled).events)).to.deep.equal([]);
    await restarted;
  });
});
