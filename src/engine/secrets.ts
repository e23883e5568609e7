/**
 * Everything derived from the server's secret: API keys, bots' tokens, fingerprints of addresses. Nothing secret is in the
 * log; a key's rotation is an event that raises its generation.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { foldCase } from '../vocabulary/fold-case.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';

export type Secrets = {
  /** 32 letters and digits, of which the first six encode the user: a webhook's address has only the key. */
  apiKey(realm: RealmId, user: UserId, generation: number): string;
  /** The user whom a key names; undefined if it does not have the form of a key. The key is not verified. */
  userOfKey(key: string): UserId | undefined;
  /** The token an outgoing webhook shows to its bot's server: 32 letters and digits. */
  botToken(realm: RealmId, bot: UserId, generation: number): string;
  /** Stands for an address in the directory; case is folded. */
  fingerprint(realm: RealmId, address: string): string;
  /** The fingerprint by which a log recognizes the secret. */
  readonly ownFingerprint: string;
};

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const userDigits = 6;
const keyLength = 32;
export const keyForm = /^[A-Za-z0-9]{32}$/;

export function secretsFrom(secret: string): Secrets {
  const hmac = (...parts: (string | number)[]): Buffer =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
  return {
    apiKey: (realm, user, generation) =>
      encodeNumber(user, userDigits) + encodeBytes(hmac('api-key', realm, user, generation), keyLength - userDigits),
    userOfKey: (key) => (keyForm.test(key) ? (decodeNumber(key.slice(0, userDigits)) as UserId) : undefined),
    // The first generation is derived as tokens were before they could be replaced.
    botToken: (realm, bot, generation) =>
      encodeBytes(hmac('bot-token', realm, bot, ...(generation === 1 ? [] : [generation])), keyLength),
    fingerprint: (realm, address) => hmac('address', realm, foldCase(address.trim())).toString('base64url'),
    ownFingerprint: hmac('secret').toString('base64url'),
  };
}

/** Compares in constant time. */
export function sameKey(given: string, right: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

function encodeNumber(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = digits[rest % digits.length] + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}

const decodeNumber = (text: string): number =>
  [...text].reduce((value, digit) => value * digits.length + digits.indexOf(digit), 0);

/** The bytes as one number, written in letters and digits: 26 of them hold 154 bits. */
function encodeBytes(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text += digits[Number(rest % 62n)];
    rest /= 62n;
  }
  return text;
}
