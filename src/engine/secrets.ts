/**
 * Everything that is derived from the server's secret: API keys, tokens of bots, fingerprints of addresses. The log contains no secret;
 * rotating a key is an event that raises its generation. While the secret is being replaced, two secrets are in force. New keys are derived
 * from the current one, and keys that were derived from the former one are still valid.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Directory } from '../state/directory.ts';
import type { SecretsInUse } from '../state/realm-state.ts';
import type { RealmId, SinkId, UserId } from '../vocabulary/ids.ts';

export type Secrets = {
  /** An API key: 32 letters and digits. The first six encode the user, because a webhook's address contains only the key. */
  apiKey(realm: RealmId, user: UserId, generation: number): string;
  /** The fingerprint of the secret from which this key of the user is derived. Undefined if the key is wrong. */
  secretOfKey(key: string, realm: RealmId, user: UserId, generation: number): string | undefined;
  /** Whether keys that are derived from the secret with this fingerprint are valid. */
  accepts(fingerprint: string): boolean;
  /** The user whom a key names. Undefined if it does not have the form of a key. The key is not verified. */
  userOfKey(key: string): UserId | undefined;
  /** The token of an outgoing webhook, which its owner sees: 32 letters and digits. */
  botToken(realm: RealmId, bot: UserId, generation: number): string;
  /**
   * The token that is sent to the bot's server. While there is a former secret, it is derived from that one, so that owners have time to
   * prepare their servers.
   */
  sentBotToken(realm: RealmId, bot: UserId, generation: number): string;
  /** The keys that sign requests to a push sink, in the form of Standard Webhooks: one for each secret in force, the current one first. */
  sinkSecrets(realm: RealmId, sink: SinkId): readonly string[];
  /** The fingerprint that represents an address in the directory. Upper and lower case give the same fingerprint. */
  fingerprint(realm: RealmId, address: string): string;
  /** The fingerprints of an address under all secrets in force, the current one first. */
  fingerprints(realm: RealmId, address: string): readonly string[];
  /**
   * The fingerprint under which the directory has the address. If the directory does not have it, the fingerprint of the current secret.
   */
  fingerprintIn(directory: Pick<Directory, 'addresses'> | undefined, realm: RealmId, address: string): string;
  /** The fingerprints by which a log recognizes the available secrets. The log uses one or two of them. */
  readonly atHand: readonly string[];
  /** Makes this secret available from now on. */
  take(secret: string): void;
  /** A signature that proves that the service itself wrote these values. */
  signature(purpose: string, ...values: (string | number)[]): string;
  /** Whether a signature is valid under the current secret, or under the former one while there is one. */
  hasSigned(signature: string, purpose: string, ...values: (string | number)[]): boolean;
  /** The fingerprint of the current secret. */
  readonly ownFingerprint: string;
};

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const userDigits = 6;
const keyLength = 32;
export const keyForm = /^[A-Za-z0-9]{32}$/;

/** The fingerprint by which a log recognizes a secret. */
export const fingerprintOf = (secret: string): string => derivedFrom(secret).ownFingerprint;

/**
 * Only A to Z change. Other characters (the Kelvin sign, for example) also have small letters a to z, but belong to other
 * addresses.
 */
const withoutCase = (address: string): string => address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function derivedFrom(secret: string) {
  const hmac = (...parts: (string | number)[]): Buffer =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
  return {
    apiKey: (realm: RealmId, user: UserId, generation: number): string =>
      encodeNumber(user, userDigits) + encodeBytes(hmac('api-key', realm, user, generation), keyLength - userDigits),
    botToken: (realm: RealmId, bot: UserId, generation: number): string =>
      encodeBytes(hmac('bot-token', realm, bot, generation), keyLength),
    sinkSecret: (realm: RealmId, sink: SinkId): string => `whsec_${hmac('sink', realm, sink).toString('base64')}`,
    fingerprint: (realm: RealmId, address: string): string =>
      hmac('address', realm, withoutCase(address.trim())).toString('base64url'),
    signature: (purpose: string, ...values: (string | number)[]): string =>
      hmac('signature', purpose, ...values).toString('base64url'),
    ownFingerprint: hmac('secret').toString('base64url'),
  };
}

/** `given`: the available secrets. `inUse`: which of them the log uses. If the log does not say so, it is the first one. */
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

/** The bytes as one number in letters and digits; 26 of them contain 154 bits. */
function encodeBytes(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text += digits[Number(rest % 62n)];
    rest /= 62n;
  }
  return text;
}
