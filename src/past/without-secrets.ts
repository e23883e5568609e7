/** Documents and client events in the form that auditors get: a value that grants access to anybody who knows it is replaced. */
import { createHash } from 'node:crypto';
import { shownAddress } from '../vocabulary/shown-address.ts';

/** Replacements by the name of the field, at any depth. No document or event contains API keys, because they are derived. */
type ShownAs = Readonly<Record<string, (value: unknown) => unknown>>;

const shownAs: ShownAs = {
  /** The token of an uploaded file. Whoever knows it can request the file. */
  token: () => null,
  pathId: () => null,
  /** The address of an outgoing webhook. */
  payloadUrl: (value) => (typeof value === 'string' ? shownAddress(value) : value),
};

const digest = (value: unknown): string => createHash('sha256').update(String(value)).digest('base64url').slice(0, 24);

/** An address reduced to its host, because the parts before and after the host may be secret. */
const hostAlone = (address: unknown): string => {
  const [, scheme, host] = /^(https?:\/\/)(?:[^/?#]*@)?([^/?#@]*)/i.exec(String(address)) ?? [];
  return host === undefined ? '' : `${scheme}${host}/${digest(address)}`;
};

/** Replacements for events that are folded again. Different values stay different and keep their type. */
const foldedAs: ShownAs = {
  token: digest,
  payloadUrl: hostAlone,
  /** The address of a push sink. */
  url: hostAlone,
};

export const withoutSecrets = (value: unknown): unknown => shown(value, shownAs);

/** The data of a stored event without secrets. They can be folded like the original. */
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
