/**
 * Names of event types. Two types have a documented name that differs from the name that clients of Zulip use. The latter is canonical
 * here.
 */
import type { ClientEventType } from './client-event.ts';

/** Maps a canonical name to the documented name, if they differ. */
const documentedNames: { readonly [T in ClientEventType]?: string } = {
  delete_message: 'message_deleted',
  subscription: 'subscriptions',
};

const canonicalNames = new Map(
  Object.entries(documentedNames).map(([canonical, documented]) => [documented, canonical]),
);

/** The canonical name for either name of a type. Unknown names are returned as they are. */
export const canonicalType = (name: string): string => canonicalNames.get(name) ?? name;

/**
 * The name by which a queue gets events of a type; null if it did not request them. A queue gets the name that it requested, or the
 * canonical one if it requested both. A queue that requested all types gets documented names, or canonical ones if its client is known to
 * use those.
 */
export function typeNameFor(
  options: { readonly eventTypes: readonly string[] | null; readonly wireNames: boolean },
  type: ClientEventType,
): string | null {
  const documented = documentedNames[type] ?? type;
  if (options.eventTypes === null) return options.wireNames ? type : documented;
  if (options.eventTypes.includes(type)) return type;
  return options.eventTypes.includes(documented) ? documented : null;
}
