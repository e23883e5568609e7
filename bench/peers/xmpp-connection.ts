/** A client of XMPP on a bare socket without TLS: registers, signs in with a password, can enter a room, and counts the messages that it receives. */
import { connect, type Socket } from 'node:net';
import { bodyCounter, escaped } from './stanzas.ts';

export type XmppConnection = {
  enter(room: string): Promise<void>;
  /** `kind`: `chat` for a person, `groupchat` for a room. */
  send(to: string, kind: 'chat' | 'groupchat', text: string): void;
  /** From now on messages are only counted. `lost` is called on errors and when the connection ends unasked. */
  listen(heard: (count: number) => void, lost: (error: Error) => void): void;
  close(): void;
};

export const domain = 'localhost';
const password = 'secret';
const answersWithinMs = 30_000;
const header =
  `<?xml version='1.0'?><stream:stream to='${domain}' xmlns='jabber:client'` +
  ` xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`;

export async function openXmpp(port: number, user: string): Promise<XmppConnection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.setEncoding('latin1');
  const answered = asking(socket);
  await answered(header, /<\/stream:features>/);
  await answered(
    `<iq type='set' id='register'><query xmlns='jabber:iq:register'><username>${user}</username>` +
      `<password>${password}</password></query></iq>`,
    /<iq[^>]* type=['"]result['"][^>]*>/,
  );
  const credentials = Buffer.from(`\0${user}\0${password}`).toString('base64');
  await answered(
    `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${credentials}</auth>`,
    /<success[^>]*>/,
  );
  await answered(header, /<\/stream:features>/);
  await answered(`<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`, /<\/jid>.*?<\/iq>/s);
  await answered('<presence/>', /<presence[^>]*>/);
  return {
    async enter(room) {
      // Status 110 marks one's own presence, which comes after all others'.
      await answered(
        `<presence to='${room}/${user}'><x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x></presence>`,
        /code=['"]110['"]/,
      );
    },
    send: (to, kind, text) =>
      void socket.write(`<message to='${to}' type='${kind}'><body>${escaped(text)}</body></message>`, 'latin1'),
    listen(heard, lost) {
      const bodies = bodyCounter();
      socket.removeAllListeners('data');
      socket.on('data', (chunk: string) => {
        if (/ type=['"]error['"]|<stream:error/.test(chunk)) lost(new Error(`${user} received ${chunk}`));
        const count = bodies(chunk);
        if (count > 0) heard(count);
      });
      socket.on('error', lost);
      socket.on('close', () => lost(new Error(`the connection of ${user} ended`)));
    },
    close() {
      socket.removeAllListeners();
      socket.destroy();
    },
  };
}

/** Sends `text` and waits until the answer contains `expected`. Drops what was received before. */
function asking(socket: Socket): (request: string, answer: RegExp) => Promise<void> {
  let received = '';
  let look: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  socket.on('data', (chunk: string) => {
    received += chunk;
    look();
  });
  socket.on('error', (error) => fail(error));
  socket.on('close', () => fail(new Error(`the connection ended after: ${received}`)));
  return (request, answer) =>
    new Promise((resolve, reject) => {
      const impatience = setTimeout(() => fail(new Error(`no ${answer} in: ${received}`)), answersWithinMs);
      fail = (error) => {
        clearTimeout(impatience);
        reject(error);
      };
      look = () => {
        const found = answer.exec(received);
        if (!found) return;
        received = received.slice(found.index + found[0].length);
        clearTimeout(impatience);
        look = () => undefined;
        resolve();
      };
      socket.write(request, 'latin1');
    });
}
