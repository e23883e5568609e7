/** Shows the causes and effects of an event as a tree. */
import { decode } from '../engine/follow/decode.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import { partsOf } from '../vocabulary/log-streams.ts';
import type { History } from './history.ts';
import { ReplayRefused } from './survey.ts';

/** The id of a message, of a request or of an event. */
export type Subject = string;

export type Traced = { readonly event: Recorded; readonly isSubject: boolean; readonly caused: readonly Traced[] };

/** The trees that contain the events of a subject, in log order. Only events with a cause, and their causes, are kept in memory. */
export async function trace(history: History, subject: Subject): Promise<Traced[]> {
  const causes = new Map<string, string>();
  const subjects = new Set<string>();
  for await (const event of events(history)) {
    if (event.metadata.causedBy !== undefined) causes.set(event.id, event.metadata.causedBy);
    if (isOf(event, subject)) subjects.add(event.id);
  }
  if (subjects.size === 0) throw new ReplayRefused(`there is no message, request or event ${subject}`);
  const roots = new Set([...subjects].map((id) => rootOf(id, causes)));
  const wanted = new Map<string, Recorded>();
  for await (const event of events(history)) if (roots.has(rootOf(event.id, causes))) wanted.set(event.id, event);
  const children = new Map<string, Recorded[]>();
  for (const event of wanted.values()) {
    const cause = causes.get(event.id);
    if (cause !== undefined) children.set(cause, [...(children.get(cause) ?? []), event]);
  }
  const treeOf = (event: Recorded): Traced => ({
    event,
    isSubject: subjects.has(event.id),
    caused: (children.get(event.id) ?? []).map(treeOf),
  });
  // If a cause is not in the history, for example because it was erased, its effects are roots.
  return [...wanted.values()].filter(({ id }) => !wanted.has(causes.get(id) ?? '')).map(treeOf);
}

async function* events(history: History): AsyncGenerator<Recorded> {
  for await (const stored of history.readAll(0)) {
    const event = decode(stored);
    if (event) yield event;
  }
}

function isOf({ id, metadata, stream }: Recorded, subject: Subject): boolean {
  if (id === subject || metadata.requestId === subject) return true;
  const parts = partsOf(stream);
  return parts?.key === subject && (parts.kind === 'message' || parts.kind === 'emoji');
}

/** The first cause. Verbatim never writes causes in a circle; if a history contains one, it is followed up to `chainMax`. */
function rootOf(id: string, causes: ReadonlyMap<string, string>): string {
  let root = id;
  for (let length = 0; length < chainMax; length += 1) {
    const cause = causes.get(root);
    if (cause === undefined) break;
    root = cause;
  }
  return root;
}

/** Far longer than any chain of policies that act on the effects of policies. */
const chainMax = 1_000;
