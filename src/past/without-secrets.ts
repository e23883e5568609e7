/** What auditors are shown of documents and client events. A value that gives access to whoever knows it is replaced. */
import { createHash } from 'node:crypto';
import { shownAddress } from '../vocabulary/shown-address.ts';

/** Replacements by the name of the field, at any depth. API keys are in no document or event, because they are derived. */
type ShownAs = Readonly<Record<string, (value: unknown) => unknown>>;

const shownAs: ShownAs = {
  /** Of an uploaded file: whoever knows it may ask for the file. */
  token: () => null,
  pathId: () => null,
  /** Of an outgoing webhook. */
  payloadUrl: (value) => (typeof value === 'string' ? shownAddress(value) : value),
};

const digest = (value: unknown): string => createHash('sha256').update(String(value)).digest('base64url').slice(0, 24);

/** An address with its host alone. What stands before or after the host may be a secret. */
const hostAlone = (address: unknown): string => {
  const [, scheme, host] = /^(https?:\/\/)(?:[^/?#]*@)?([^/?#@]*)/i.exec(String(address)) ?? [];
  return host === undefined ? '' : `${scheme}${host}/${digest(address)}`;
};

/** For events that are folded again: different values stay different, and keep their type. */
const foldedAs: ShownAs = {
  token: digest,
  payloadUrl: hostAlone,
  /** Of a push sink. */
  url: hostAlone,
};

/** A value as JSON has it, without secrets. */
export const withoutSecrets = (value: unknown): unknown => shown(value, shownAs);

/** The data of a stored event, without secrets. It can be folded as it was. */
export const foldedWithoutSecrets = (data: unknown): unknown => shown(data, foldedAs);

function shown(value: unknown, as: ShownAs): unknown {
  if (Array.isArray(value)) return value.map((item) => shown(item, as));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      Object.hasOwn(as, name) ? as[name]?.(field) : shown(field, as),
    ]),
  );
}
