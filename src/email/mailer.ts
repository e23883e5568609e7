/** Passes e-mails to an SMTP server, a few a second. */
import { createTransport } from 'nodemailer';
import { emailsPerSecondMax } from '../vocabulary/limits.ts';

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
  close(): void;
};

const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

/** `url`: `smtp://` or `smtps://`. `from`: the sender's address. */
export function smtpMailer(url: string, from: string): Mailer {
  const pooled = { pool: true, maxConnections: 2, rateDelta: 1_000, rateLimit: emailsPerSecondMax } as const;
  const transport = createTransport({ url, ...pooled, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async assertReachable() {
      await transport.verify();
    },
    async send({ to, subject, text, id }) {
      await transport.sendMail({
        from: { name: 'Verbatim', address: from },
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
