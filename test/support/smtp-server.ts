/** An SMTP server that keeps the e-mails that it receives. */
import { SMTPServer } from 'smtp-server';

export type ReceivedEmail = { readonly to: readonly string[]; readonly raw: string; readonly text: string };

export type TestSmtpServer = {
  readonly url: string;
  readonly received: readonly ReceivedEmail[];
  /** Resolves when it has received this many e-mails. */
  count(wanted: number): Promise<void>;
  /** Recipients that it refuses. */
  readonly refuses: Set<string>;
  stop(): Promise<void>;
};

export async function startSmtpServer(): Promise<TestSmtpServer> {
  const received: ReceivedEmail[] = [];
  const refuses = new Set<string>();
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(refuses.has(address) ? new Error('no such mailbox') : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        received.push({ to: envelope.rcptTo.map(({ address }) => address), raw, text: decoded(raw) });
        done();
        for (const look of waiting) look();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuses,
    count: (wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < wanted) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Without the line breaks of quoted-printable. */
const decoded = (raw: string): string =>
  raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
