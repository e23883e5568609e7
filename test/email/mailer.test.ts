import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import { smtpMailer } from '../../src/email/mailer.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

describe('the mailer', () => {
  let server: TestSmtpServer;
  before(async () => {
    server = await startSmtpServer();
  });
  after(() => server.stop());

  it('sends e-mails as plain text, each with an id of its own (emailsPerSecondMax)', async () => {
    const mailer = smtpMailer(server.url, 'noreply@chat.example');
    const some = Array.from({ length: limits.emailsPerSecondMax }, (_, id) => ({
      to: `user${id}@x.example`,
      subject: `one\r\nBcc: everybody@x.example`,
      text: 'Grüße',
      id: `id-${id}`,
    }));
    await mailer.assertReachable();
    await Promise.all(some.map((email) => mailer.send(email)));
    mailer.close();
    expect(server.received.flatMap(({ to }) => to).sort()).to.deep.equal(some.map(({ to }) => to));
    const raw = server.received[0]?.raw ?? '';
    expect(raw)
      .to.match(/^From: Verbatim <noreply@chat\.example>/m)
      .and.match(/^Auto-Submitted: auto-generated/m);
    expect(raw)
      .to.match(/^Message-ID: <id-\d@chat\.example>/m)
      .and.match(/^Content-Type: text\/plain; charset=utf-8/m);
    expect(raw).not.to.match(/^Bcc/m);
  });

  it('gives up a server that has not answered after secsMax, or when it is closed, even if it keeps sending (emailSecsMax)', async () => {
    const dripping = createServer((socket) => {
      socket.on('error', () => undefined).write('220 ready\r\n');
      const timer = setInterval(() => socket.write('250-wait\r\n'), 5);
      socket.once('close', () => clearInterval(timer)).resume();
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    const url = `smtp://127.0.0.1:${(dripping.address() as AddressInfo).port}`;
    const hasty = smtpMailer(url, 'noreply@chat.example', 0.05);
    const email = { to: 'a@x.example', subject: 's', text: 't', id: 'x' };
    for (const ask of [() => hasty.assertReachable(), () => hasty.send(email)])
      expect(await ask().catch((error: Error) => error.message)).to.equal('the SMTP server takes too long');
    hasty.close();
    const patient = smtpMailer(url, 'noreply@chat.example', 600);
    const asked = patient.assertReachable().catch((error: Error) => error.message);
    await once(dripping, 'connection');
    patient.close();
    expect(await asked).to.equal('the SMTP server takes too long');
    await new Promise((resolve) => dripping.close(resolve));
  });

  it('gives up no other e-mail together with one', async () => {
    const real = Number(new URL(server.url).port);
    let first: Socket | undefined;
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined);
      if (!first) {
        first = socket.resume();
        return;
      }
      // The second one is served when the first one has been given up.
      const serve = () => socket.pipe(connect(real, '127.0.0.1')).pipe(socket);
      if (first.destroyed) serve();
      else first.once('close', serve);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const mailer = smtpMailer(`smtp://127.0.0.1:${(proxy.address() as AddressInfo).port}`, 'noreply@chat.example', 0.5);
    const email = (to: string) => ({ to, subject: 's', text: 't', id: to });
    const sent = ['late@x.example', 'intime@x.example'].map((to) => mailer.send(email(to)));
    const outcomes = await Promise.allSettled(sent);
    mailer.close();
    await new Promise((resolve) => proxy.close(resolve));
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled']);
    expect(server.received.at(-1)?.to).to.deep.equal(['intime@x.example']);
  });

  it('distinguishes a server that is out of reach from one that refuses an e-mail', async () => {
    const away = smtpMailer('smtp://127.0.0.1:1', 'noreply@chat.example');
    expect(await away.assertReachable().catch((error: Error) => error)).to.be.an('error');
    away.close();
    const mailer = smtpMailer(server.url, 'noreply@chat.example');
    server.refuses.add('nobody@x.example');
    const email = { to: 'nobody@x.example', subject: 's', text: 't', id: 'x' };
    expect(await mailer.send(email).catch((error: Error) => error)).to.be.an('error');
    mailer.close();
  });
});
