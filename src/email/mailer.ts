/** Passes e-mails to an SMTP server, one at a time and a few a second. */
import { connect, type Socket } from 'node:net';
import { createTransport, type SMTPTransportOptions } from 'nodemailer';
import { KeyedMutex } from '../define/mutex.ts';
import { limits } from '../vocabulary/limits.ts';

export type Email = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Equal for the same e-mail, so that servers recognize repetitions. */
  readonly id: string;
};

export type Mailer = {
  /** Throws if the server is out of reach, or refuses the login. */
  assertReachable(): Promise<void>;
  /** Resolves when the server has accepted it. */
  send(email: Email): Promise<void>;
  /** E-mails that are being sent fail. */
  close(): void;
};

const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

/** `url`: `smtp://` or `smtps://`. `from`: the sender's address. */
export function smtpMailer(url: string, from: string, secsMax = limits.emailSecsMax): Mailer {
  const pooled = { pool: true, maxConnections: 1, rateDelta: 1_000, rateLimit: limits.emailsPerSecondMax } as const;
  const sockets = new Set<Socket>();
  const disconnect = (): void => {
    for (const socket of sockets) socket.destroy(new Error('the SMTP server takes too long'));
  };
  const getSocket: SMTPTransportOptions['getSocket'] = ({ host = '', port, secure }, done) => {
    const connection = connect({ host, port: Number(port) || (secure ? 465 : 587) });
    sockets.add(connection);
    connection.once('close', () => sockets.delete(connection));
    done(null, { connection });
  };
  const own = { disableFileAccess: true, disableUrlAccess: true, getSocket } as const;
  const transport = createTransport({ url, ...pooled, ...timeouts, ...own });
  const mutex = new KeyedMutex();
  /**
   * The client limits only the time between two bytes. A server that sends a byte now and then would never exceed it. One at a time, so that
   * a late e-mail takes no other one with it.
   */
  const inTime = (work: () => Promise<unknown>): Promise<void> =>
    mutex.run('', async () => {
      const timer = setTimeout(disconnect, 1000 * secsMax);
      await work().finally(() => clearTimeout(timer));
    });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async assertReachable() {
      await inTime(() => transport.verify());
    },
    async send({ to, subject, text, id }) {
      await inTime(() =>
        transport.sendMail({
          from: { name: 'Verbatim', address: from },
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        }),
      );
    },
    close() {
      transport.close();
      disconnect();
    },
  };
}
