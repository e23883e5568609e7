/** The state at an event of the log, in pages of bounded length. */
import type { RealmState, ServerState } from '../../state/realm-state.ts';
import {
  factsOf,
  type RealmFacts,
  realmOf,
  type ServerFacts,
  serverFactsOf,
  serverOf,
  tables,
} from '../../state/snapshot-tables.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import type { PolicyMemory } from '../react/policy-actions.ts';
import type { SealerMemory } from '../seal/sealer.ts';

export type Moment = {
  readonly state: ServerState;
  /** Log streams with an event that this version does not know. */
  readonly unknownStreams: ReadonlySet<string>;
  readonly policies: PolicyMemory;
  readonly unsealed: SealerMemory;
};

/** The server's page comes first. An organization's page comes before the pages of its tables. */
export type Page =
  | (Omit<Moment, 'state'> & { readonly kind: 'server'; readonly facts: ServerFacts })
  | { readonly kind: 'realm'; readonly facts: RealmFacts }
  | {
      readonly kind: 'entries';
      readonly realmId: RealmId;
      readonly table: string;
      readonly entries: readonly unknown[];
    };

/** Nothing may be folded until all pages are made. Later folding does not change them. */
export function* pagesOf({ state, ...memory }: Moment): Generator<Page> {
  const unknownStreams = new Set(memory.unknownStreams);
  yield { kind: 'server', facts: serverFactsOf(state), ...memory, unknownStreams };
  for (const realm of state.realms.values()) {
    yield { kind: 'realm', facts: factsOf(realm) };
    for (const table of Object.keys(tables)) yield* entriesOf(realm, table);
  }
}

function* entriesOf(realm: RealmState, name: string): Generator<Page> {
  const table = tables[name];
  if (!table) return;
  const page = (entries: readonly unknown[]): Page => ({
    kind: 'entries',
    realmId: realm.realmId,
    table: name,
    entries,
  });
  let entries: unknown[] = [];
  for (const entry of table.entries(realm)) {
    entries.push(entry);
    if (entries.length < table.entriesPerPage) continue;
    yield page(entries);
    entries = [];
  }
  if (entries.length > 0) yield page(entries);
}

/** The inverse of `pagesOf`. */
export class Assembly {
  #moment: Moment | undefined;

  /** Takes the pages in the order in which they were made. */
  take(page: Page): void {
    switch (page.kind) {
      case 'server': {
        const { kind: _, facts, ...memory } = page;
        this.#moment = { state: serverOf(facts), ...memory };
        break;
      }
      case 'realm':
        this.#moment?.state.realms.set(page.facts.realmId, realmOf(page.facts));
        break;
      case 'entries': {
        const realm = this.#moment?.state.realms.get(page.realmId);
        const table = tables[page.table];
        if (!realm || !table) throw new Error(`a snapshot has a page of ${page.table} without its organization`);
        for (const entry of page.entries) table.put(realm, entry as never);
        break;
      }
    }
  }

  finish(): Moment {
    if (!this.#moment) throw new Error('a snapshot has no first page');
    return this.#moment;
  }
}
