/**
 * Upcasters convert an event that was stored by an earlier version to a current type and shape. Stored bytes never change. Every read of
 * the log passes through here, by way of `src/engine/follow/decode.ts`.
 */
import type { EventType } from './index.ts';

type Upcaster = (data: unknown) => unknown;

/** Maps a name under which events of a type were once stored to the type's current name. */
export const renamedTypes: Readonly<Record<string, EventType>> = {
  ReactionClaimed: 'PolicyActionClaimed',
  ReactionFinished: 'PolicyActionFinished',
};

/** Version 1 had both fields of version 2's alternatives: `reason` was null if there was a `cause`. */
const auditorDismissed2: Upcaster = (data) => {
  const { reason, cause, ...rest } = data as { readonly reason: string | null; readonly cause?: string };
  return { ...rest, why: cause === undefined ? { reason: reason ?? '' } : { cause } };
};

/**
 * Maps a type to its upcasters. Each is a pure function: the first one converts version 1 to 2, and so on. The current version is their
 * number plus one.
 */
const upcasters: { readonly [T in EventType]?: readonly Upcaster[] } = {
  AuditorDismissed: [auditorDismissed2],
};

export const schemaVersionOf = (type: EventType): number => (upcasters[type]?.length ?? 0) + 1;

/** The payload in the current shape. */
export const upcast = (type: EventType, version: number, data: unknown): unknown => {
  const chain = upcasters[type];
  return chain === undefined ? data : chain.slice(version - 1).reduce((older, upcaster) => upcaster(older), data);
};
