/**
 * Hashes passwords with scrypt, which takes a third of a second and 32 MiB on purpose. The number of concurrent computations is bounded, so
 * that threads remain for the stores, and so is the number of waiting ones. Callers take turns. The hash is read from the log each time, so
 * that every process sees a new one at once.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { foldAggregate } from '../define/handlers.ts';
import type { EventLog } from '../ports/event-log.ts';
import { type PasswordHash, passwordHash } from '../state/password.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import { readOwn } from './decide/read-own.ts';
import { FairSemaphore } from './fair-semaphore.ts';
import { isPasswordSigned } from './password-signatures.ts';
import type { Secrets } from './secrets.ts';

/**
 * The parameters that OWASP's password storage cheat sheet names for scrypt with 32 MiB. They are stored in each hash, so that later hashes
 * may cost more.
 */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const;
const saltBytes = 16;
const keyBytes = 32;
const memoryMax = 64 * 1024 * 1024;

/** `hash`: the hash with which a password may be compared. Undefined if there is none, or if this service has not signed `stored`. */
type StoredPassword = { readonly stored: PasswordHash; readonly hash: string | undefined };

export type Passwords = {
  /** Hashes a new password. `caller`: identifies whose turn it is. Throws `Refused` (`unavailable`) if too many wait. */
  hash(password: string, caller: string): Promise<string>;
  /** What the log has for a user; nothing for nobody, and for a user without a password. */
  of(realmId: RealmId, userId: UserId | undefined): Promise<StoredPassword>;
  /**
   * Compares a password with a hash. Without a hash it takes as long, so that nobody learns who has a password. Throws `Refused`
   * (`unavailable`).
   */
  isRight(password: string, hash: string | undefined, caller: string): Promise<boolean>;
};

export function passwordsOf(log: EventLog, secrets: Pick<Secrets, 'hasSigned'>, compute = scryptOf): Passwords {
  const permits = new FairSemaphore(
    limits.passwordHashesAtOnceMax,
    limits.passwordHashesWaitingMax,
    'too many passwords are being checked',
  );
  return {
    async hash(password, caller) {
      const salt = randomBytes(saltBytes);
      const key = await permits.run(caller, () => compute(password, salt, cost));
      return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
    },
    async of(realmId, userId) {
      if (userId === undefined) return { stored: foldAggregate(passwordHash, []), hash: undefined };
      const events = await readOwn(log, logStream.password(realmId, userId), passwordHash, realmId);
      const stored = foldAggregate(passwordHash, events);
      return { stored, hash: isPasswordSigned(secrets, realmId, userId, stored) ? stored.hash : undefined };
    },
    async isRight(password, hash, caller) {
      const [, N, r, p, salt = '', key = ''] = hash?.split('$') ?? [];
      const options = hash === undefined ? cost : { N: Number(N), r: Number(r), p: Number(p) };
      const computed = await permits.run(caller, () => compute(password, Buffer.from(salt, 'base64url'), options));
      const right = Buffer.from(key, 'base64url');
      return hash !== undefined && right.length === computed.length && timingSafeEqual(right, computed);
    },
  };
}

/** Passwords are hashed in one Unicode normal form, because keyboards differ in how they encode an accented letter. */
const scryptOf = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyBytes, { ...options, maxmem: memoryMax }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
