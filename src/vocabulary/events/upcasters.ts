/**
 * Upcasters: how an event written in an older shape is read in today's. Pure, from version n to n + 1, chained. Stored bytes
 * never change. Every read of the log passes here (`engine/decode.ts`).
 */
import type { EventType } from './index.ts';

type Upcaster = (data: unknown) => unknown;

/** Type → its upcasters: the first takes version 1 to 2, and so on. Today's version is their number plus one. */
export const upcasters: { readonly [T in EventType]?: readonly Upcaster[] } = {};

export const schemaVersionOf = (type: EventType): number => (upcasters[type]?.length ?? 0) + 1;

/** The payload in today's shape. */
export const upcast = (type: EventType, version: number, data: unknown): unknown => {
  const chain = upcasters[type];
  return chain === undefined ? data : chain.slice(version - 1).reduce((older, upcaster) => upcaster(older), data);
};
