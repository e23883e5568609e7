/**
 * Upcasters: how an event that was stored by an earlier version is read as one of today's types in today's shape. Stored bytes never
 * change. Every read of the log passes here, through `src/engine/follow/decode.ts`.
 */
import type { EventType } from './index.ts';

type Upcaster = (data: unknown) => unknown;

/** Name under which events of a type were stored once → the type's name today. */
export const renamedTypes: Readonly<Record<string, EventType>> = {
  ReactionClaimed: 'PolicyActionClaimed',
  ReactionFinished: 'PolicyActionFinished',
};

/** Version 1 had both fields of version 2's alternatives beside each other: `reason` null where there was a `cause`. */
const auditorDismissed2: Upcaster = (data) => {
  const { reason, cause, ...rest } = data as { readonly reason: string | null; readonly cause?: string };
  return { ...rest, why: cause === undefined ? { reason: reason ?? '' } : { cause } };
};

/** Type → its upcasters. Each is pure: the first takes version 1 to 2, and so on. Today's version is their number plus one. */
const upcasters: { readonly [T in EventType]?: readonly Upcaster[] } = {
  AuditorDismissed: [auditorDismissed2],
};

export const schemaVersionOf = (type: EventType): number => (upcasters[type]?.length ?? 0) + 1;

/** The payload in today's shape. */
export const upcast = (type: EventType, version: number, data: unknown): unknown => {
  const chain = upcasters[type];
  return chain === undefined ? data : chain.slice(version - 1).reduce((older, upcaster) => upcaster(older), data);
};
