/**
 * The first pass of a replay through a history. It finds the organizations, what was erased, and the event at which each requested moment
 * ends.
 */
import { ErasedStreams, registeredBy } from '../audit/export-scope.ts';
import { atOf } from '../audit/export-survey.ts';
import { isOurs } from '../engine/follow/is-ours.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import type { Moment } from '../vocabulary/moment.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';
import { type History, isOf, type Scope } from './history.ts';

/** The last event before a moment ends. */
type End = { readonly position: number; readonly id: string; readonly at: number };

export type Survey = {
  /** In the order of their registration. */
  readonly organizations: readonly { readonly realmId: number; readonly subdomain: string }[];
  readonly scope: Scope;
  /** The newest event; that of the organization if one was named. */
  readonly newest: End;
  /** In the order of the moments. */
  readonly ends: readonly End[];
};

/** The request cannot be replayed. The message says why. */
export class ReplayRefused extends Error {
  override name = 'ReplayRefused';
}

export type NamedMoment = { readonly parameter: string; readonly moment: Moment };

export type Wanted = {
  /** The subdomain of one organization; undefined for all. */
  readonly realm?: string | undefined;
  /** Undefined stands for the end of the history. */
  readonly moments: readonly (NamedMoment | undefined)[];
};

/** Throws WrongValue and ReplayRefused. */
export async function surveyed(history: History, { realm, moments }: Wanted): Promise<Survey> {
  const organizations = new Map<number, { realmId: number; subdomain: string }>();
  const erased = new ErasedStreams();
  let realmId: number | undefined;
  let newest: End | undefined;
  const searches = moments.map((moment) => new Search(moment));
  const importing = new Imports();
  for await (const event of history.readAll(0)) {
    const registered = registeredBy(event);
    if (registered) {
      organizations.set(registered.realmId, registered);
      if (registered.subdomain === realm) realmId = registered.realmId;
    }
    erased.see(event);
    importing.see(event);
    const isTheirs = realm === undefined || (realmId !== undefined && isOf(event, realmId));
    if (!isTheirs || !isOurs(event)) continue;
    const at = Math.max(newest?.at ?? 0, atOf(event));
    const end: End = { position: event.position, id: event.id, at };
    for (const search of searches) search.see(end, importing.isUnderWay(realmId));
    newest = end;
  }
  if (realm !== undefined && realmId === undefined)
    throw new WrongValue('realm', `there is no organization ${realm}: ${namesOf(organizations.values())}`);
  const last = newest;
  if (last === undefined) throw new ReplayRefused('there is nothing to replay');
  return {
    organizations: [...organizations.values()],
    scope: { realmId, isErased: (event) => erased.has(event) },
    newest: last,
    ends: searches.map((search) => search.found(last)),
  };
}

const namesOf = (organizations: Iterable<{ subdomain: string }>): string => {
  const names = [...organizations].map(({ subdomain }) => subdomain);
  return names.length === 0 ? 'there is none at all' : `there is ${names.join(', ')}`;
};

/** Finds the event at which a moment ends. */
class Search {
  readonly #moment: Moment | undefined;
  readonly #parameter: string;
  #end: (End & { readonly isInImport: boolean }) | undefined;
  #isOver = false;

  constructor(named: NamedMoment | undefined) {
    this.#moment = named?.moment;
    this.#parameter = named?.parameter ?? 'until';
  }

  see(event: End, isInImport: boolean): void {
    if (this.#isOver) return;
    const moment = this.#moment;
    if (moment?.kind === 'time' && event.at > moment.at) this.#isOver = true;
    else if (moment?.kind === 'position' && event.position > moment.position) this.#isOver = true;
    else if (moment?.kind !== 'event') this.#end = { ...event, isInImport };
    else if (event.id === moment.id) {
      this.#end = { ...event, isInImport };
      this.#isOver = true;
    }
  }

  /** Throws WrongValue if the moment is not in the history. */
  found(newest: End): End {
    const moment = this.#moment;
    const newestAt = `the newest event is at ${new Date(newest.at).toISOString()}, position ${newest.position}`;
    const wrong = (why: string): WrongValue => new WrongValue(this.#parameter, why);
    if (moment?.kind === 'event' && !this.#end) throw wrong(`there is no event ${moment.id}`);
    if (!this.#end) throw wrong('the moment is before the first event');
    const isBeyond =
      (moment?.kind === 'time' && moment.at > newest.at) ||
      (moment?.kind === 'position' && moment.position > newest.position);
    if (isBeyond) throw wrong(`the moment is after the end: ${newestAt}`);
    const { isInImport, ...end } = this.#end;
    if (isInImport) throw wrong('the moment is inside an import, whose events have the times of another log');
    return end;
  }
}

/** Organizations that are being imported. The times of their events are from before the import. */
class Imports {
  readonly #realms = new Set<number>();

  see({ type, data }: StoredEvent): void {
    if (type === 'ImportBegan')
      for (const { realmId } of (data as { realms: readonly { realmId: number }[] }).realms) this.#realms.add(realmId);
    if (type === 'ImportFinished')
      for (const realmId of (data as { realmIds: readonly number[] }).realmIds) this.#realms.delete(realmId);
  }

  isUnderWay(realmId: number | undefined): boolean {
    return realmId === undefined ? this.#realms.size > 0 : this.#realms.has(realmId);
  }
}
