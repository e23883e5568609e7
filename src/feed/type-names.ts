/** Names of event types: the wire's, which are canonical here, and the spec's where it differs (api-facts §0.1, §0.2a). */
import type { ClientEventType } from './client-event.ts';

/** Canonical → the spec's name. All others have one name. */
const specNames: { readonly [T in ClientEventType]?: string } = {
  delete_message: 'message_deleted',
  subscription: 'subscriptions',
};

const canonicalNames = new Map(Object.entries(specNames).map(([canonical, spec]) => [spec, canonical]));

/** The canonical name of a type that a client asked for by either name; unknown names are their own. */
export const canonicalType = (name: string): string => canonicalNames.get(name) ?? name;

/**
 * Under which name a queue gets events of a type: the name it asked for, the wire's when it asked for both; where it asked for no
 * type in particular, the spec's, or the wire's when its client is of that family. Null: it did not ask for them.
 */
export function typeNameFor(
  options: { readonly eventTypes: readonly string[] | null; readonly wireNames: boolean },
  type: ClientEventType,
): string | null {
  const spec = specNames[type] ?? type;
  if (options.eventTypes === null) return options.wireNames ? type : spec;
  if (options.eventTypes.includes(type)) return type;
  return options.eventTypes.includes(spec) ? spec : null;
}
