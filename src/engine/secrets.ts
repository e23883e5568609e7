/**
 * Everything derived from the server's secret: API keys, bots' tokens, fingerprints of addresses. Nothing secret is in the
 * log; a key's rotation is an event that raises its generation. While the secret is being replaced there are two: what is given out is
 * derived from the current one, and what was derived from the former one is still right.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Directory } from '../state/directory.ts';
import type { SecretsInUse } from '../state/realm-state.ts';
import { foldCase } from '../vocabulary/fold-case.ts';
import type { RealmId, SinkId, UserId } from '../vocabulary/ids.ts';

export type Secrets = {
  /** 32 letters and digits, of which the first six encode the user: a webhook's address has only the key. */
  apiKey(realm: RealmId, user: UserId, generation: number): string;
  /** The fingerprint of the secret from which this key of the user is derived; undefined if it is wrong. */
  secretOfKey(key: string, realm: RealmId, user: UserId, generation: number): string | undefined;
  /** Whether keys that are derived from the secret with this fingerprint are right. */
  accepts(fingerprint: string): boolean;
  /** The user whom a key names; undefined if it does not have the form of a key. The key is not verified. */
  userOfKey(key: string): UserId | undefined;
  /** The token of an outgoing webhook, which its owner is shown: 32 letters and digits. */
  botToken(realm: RealmId, bot: UserId, generation: number): string;
  /** The token that is sent to the bot's server: that of the former secret as long as there is one, for owners to prepare their servers. */
  sentBotToken(realm: RealmId, bot: UserId, generation: number): string;
  /** What signs the requests to a push sink, in the form of Standard Webhooks: by each secret in force, that of the current one first. */
  sinkSecrets(realm: RealmId, sink: SinkId): readonly string[];
  /** Stands for an address in the directory; case is folded. */
  fingerprint(realm: RealmId, address: string): string;
  /** Those of all secrets in force, that of the current one first. */
  fingerprints(realm: RealmId, address: string): readonly string[];
  /** The fingerprint by which the directory has the address; that of the current secret where it does not have it. */
  fingerprintIn(directory: Pick<Directory, 'addresses'> | undefined, realm: RealmId, address: string): string;
  /** The fingerprints by which a log recognizes the secrets that are at hand, of which it may use one or two. */
  readonly atHand: readonly string[];
  /** From now on this secret is at hand, too. */
  take(secret: string): void;
  /** Proves that the service has said this. */
  signature(purpose: string, ...said: (string | number)[]): string;
  /** Whether a signature is right: of the current secret, or of the former one as long as there is one. */
  hasSigned(signature: string, purpose: string, ...said: (string | number)[]): boolean;
  /** The fingerprint of the current one. */
  readonly ownFingerprint: string;
};

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const userDigits = 6;
const keyLength = 32;
export const keyForm = /^[A-Za-z0-9]{32}$/;

/** The fingerprint by which a log recognizes a secret. */
export const fingerprintOf = (secret: string): string => derivedFrom(secret).ownFingerprint;

/** What one secret gives. */
function derivedFrom(secret: string) {
  const hmac = (...parts: (string | number)[]): Buffer =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
  return {
    apiKey: (realm: RealmId, user: UserId, generation: number): string =>
      encodeNumber(user, userDigits) + encodeBytes(hmac('api-key', realm, user, generation), keyLength - userDigits),
    // The first generation is derived as tokens were before they could be replaced.
    botToken: (realm: RealmId, bot: UserId, generation: number): string =>
      encodeBytes(hmac('bot-token', realm, bot, ...(generation === 1 ? [] : [generation])), keyLength),
    sinkSecret: (realm: RealmId, sink: SinkId): string => `whsec_${hmac('sink', realm, sink).toString('base64')}`,
    fingerprint: (realm: RealmId, address: string): string =>
      hmac('address', realm, foldCase(address.trim())).toString('base64url'),
    signature: (purpose: string, ...said: (string | number)[]): string =>
      hmac('signature', purpose, ...said).toString('base64url'),
    ownFingerprint: hmac('secret').toString('base64url'),
  };
}

/** `given`: the secrets at hand. `inUse`: which of them the log uses; the first one where it does not say. */
export function secretsFrom(
  given: string | readonly string[],
  inUse: () => SecretsInUse = () => ({ ended: [] }),
): Secrets {
  const all = [given].flat().map(derivedFrom);
  const first = all[0];
  if (first === undefined) throw new Error('there is no secret');
  const named = (fingerprint: string | undefined) => all.find(({ ownFingerprint }) => ownFingerprint === fingerprint);
  const current = () => named(inUse().current) ?? first;
  const former = () => named(inUse().former);
  const inForce = () => [current(), former()].filter((one) => one !== undefined);
  return {
    apiKey: (...of) => current().apiKey(...of),
    secretOfKey: (key, ...of) => inForce().find((one) => sameKey(key, one.apiKey(...of)))?.ownFingerprint,
    accepts: (fingerprint) => inForce().some(({ ownFingerprint }) => ownFingerprint === fingerprint),
    userOfKey: (key) => (keyForm.test(key) ? (decodeNumber(key.slice(0, userDigits)) as UserId) : undefined),
    botToken: (...of) => current().botToken(...of),
    sentBotToken: (...of) => (former() ?? current()).botToken(...of),
    sinkSecrets: (...of) => inForce().map((one) => one.sinkSecret(...of)),
    fingerprint: (...of) => current().fingerprint(...of),
    signature: (...of) => current().signature(...of),
    hasSigned: (signature, ...of) => inForce().some((one) => sameKey(signature, one.signature(...of))),
    fingerprints: (...of) => inForce().map((one) => one.fingerprint(...of)),
    fingerprintIn(directory, ...of) {
      const ofCurrent = current().fingerprint(...of);
      if (!directory || directory.addresses.has(ofCurrent)) return ofCurrent;
      const ofFormer = former()?.fingerprint(...of);
      return ofFormer !== undefined && directory.addresses.has(ofFormer) ? ofFormer : ofCurrent;
    },
    get atHand() {
      return all.map(({ ownFingerprint }) => ownFingerprint);
    },
    take: (secret) => void all.push(derivedFrom(secret)),
    get ownFingerprint() {
      return current().ownFingerprint;
    },
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
