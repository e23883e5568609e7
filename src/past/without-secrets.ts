/** What auditors are shown of documents and client events: what opens something to whoever knows it is null. */
import { shownAddress } from '../vocabulary/shown-address.ts';

/** By the name of the field, wherever it stands. Keys of people and bots are derived, and stand nowhere. */
const shownAs: Readonly<Record<string, (value: unknown) => unknown>> = {
  /** Of an uploaded file: whoever knows it may ask for the file. */
  token: () => null,
  pathId: () => null,
  /** Of an outgoing webhook. */
  payloadUrl: (value) => (typeof value === 'string' ? shownAddress(value) : value),
};

/** A value as JSON has it, without secrets. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      Object.hasOwn(shownAs, name) ? shownAs[name]?.(field) : withoutSecrets(field),
    ]),
  );
}
