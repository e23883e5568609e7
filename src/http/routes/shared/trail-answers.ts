/** Answers of records: a page as JSON, or all records as lines. */
import type { Call } from '../../../define/endpoint.ts';
import { Lines } from '../../../define/endpoint.ts';
import type { ReadView } from '../../../ports/read-store.ts';
import { newestSeal } from '../../../queries/ledger.ts';
import { cursorText, type TrailCursor, type TrailFilter } from '../../../queries/trail/filter.ts';
import { recordsIn } from '../../../queries/trail/records.ts';
import { type TrailPage, trailPage } from '../../../queries/trail/select.ts';
import { isAuditor } from '../../../state/audit.ts';
import { limits } from '../../../vocabulary/limits.ts';
import { owner } from '../../../vocabulary/roles.ts';
import type { TrailRecord } from '../../../wire/trail.ts';
import type { Services } from '../../services.ts';

export type Wanted = {
  readonly filter: (view: ReadView) => Promise<TrailFilter>;
  readonly direction: 'ascending' | 'descending';
  readonly from: TrailCursor | undefined;
  readonly content: boolean;
};

type Reading = Pick<Services, 'read' | 'events' | 'news' | 'realm' | 'forAuditor'>;
type Caller = Pick<Call<unknown>, 'realmId' | 'userId' | 'admitted' | 'isStillKnown'>;

/** How many records are made at a time. With content there are fewer, because they may be long. */
const chunk = { plain: 100, content: 10 };

const sizeOf = ({ content }: Wanted): number => (content ? chunk.content : chunk.plain);

/** A page has fewer records than `limit` if they would be too long together. */
export const pageAnswer = ({ realmId }: Caller, services: Reading, wanted: Wanted, limit: number) =>
  services.read(async (view) => {
    const filter = await wanted.filter(view);
    const maker = recordsIn(view, realmId, { events: services.events, content: wanted.content });
    const records: TrailRecord[] = [];
    let from = wanted.from;
    for (let length = 0; records.length < limit && length < limits.answerLengthMax; ) {
      const size = Math.min(sizeOf(wanted), limit - records.length);
      const page = await trailPage(view, realmId, filter, { direction: wanted.direction, limit: size, from });
      const made = await maker.all(page.found);
      records.push(...made);
      length += JSON.stringify(made).length;
      from = page.next;
      if (!from) break;
    }
    const size = (await newestSeal(view, realmId))?.size ?? 0;
    const sealed = records.every(({ index }) => index !== null);
    const next_cursor = from ? cursorText(from) : null;
    return { records, next_cursor, ledger: { size, sealed }, complete: filter.moves?.complete ?? true };
  });

/**
 * Every record as a line, as long as the caller may read the trail. With `follow`, new records are sent too, until the client leaves. In a
 * replica of the past, and while the service stops, there are no new records.
 */
export const linesAnswer = (call: Caller, services: Reading, wanted: Wanted, follow: boolean): Lines =>
  new Lines((gone) =>
    follow && !services.news.isClosed ? following(call, services, wanted, gone) : everything(call, services, wanted),
  );

/**
 * A follower looks for new records for at most a tenth of the time: a search may take some ten milliseconds, and every event of the
 * organization wakes its followers. `restMsMax`: a slow store must not make records late.
 */
const restFactor = 9;
const restMsMax = 5_000;

type Step = { readonly lines: readonly string[]; readonly page: TrailPage; readonly complete: boolean };

const step = (call: Caller, services: Reading, wanted: Wanted, from: TrailCursor | undefined): Promise<Step> =>
  services.read(async (view) => {
    const filter = await wanted.filter(view);
    const page = await trailPage(view, call.realmId, filter, {
      direction: wanted.direction,
      limit: sizeOf(wanted),
      from,
    });
    const maker = recordsIn(view, call.realmId, { events: services.events, content: wanted.content });
    const made = await maker.all(page.found);
    const lines = made.map((record) => JSON.stringify(record));
    return { lines, page, complete: filter.moves?.complete ?? true };
  });

/** Ends early, without its last line, when the caller loses permission. */
async function* everything(call: Caller, services: Reading, wanted: Wanted): AsyncGenerator<string> {
  let count = 0;
  for (let from = wanted.from; ; ) {
    if (!mayStillAsk(call, services)) return;
    const { lines, page, complete } = await step(call, services, wanted, from);
    yield* lines;
    count += lines.length;
    if (!page.next) return yield JSON.stringify({ end: true, count, next_cursor: null, complete });
    from = page.next;
  }
}

async function* following(call: Caller, services: Reading, wanted: Wanted, gone: AbortSignal): AsyncGenerator<string> {
  let count = 0;
  let from = wanted.from;
  let complete = true;
  while (!gone.aborted && !services.news.isClosed && mayStillAsk(call, services)) {
    const news = services.news.next(call.realmId, gone);
    const began = performance.now();
    const { lines, page, ...found } = await step(call, services, wanted, from);
    const restMs = Math.min(restMsMax, restFactor * (performance.now() - began));
    complete = found.complete;
    for (const [index, line] of lines.entries()) {
      if (page.found[index]?.eventId === call.admitted?.eventId) continue;
      count += 1;
      yield line;
    }
    // An event that is erased from now on is not sent again. Instead, the event that erases it is sent.
    from = page.next ?? { ...page.last, at: Number.MAX_SAFE_INTEGER, eventId: '' };
    if (page.next) continue;
    await news;
    await services.news.rest(restMs, gone);
  }
  yield JSON.stringify({ end: true, count, next_cursor: from ? cursorText(from) : null, complete });
}

function mayStillAsk({ realmId, userId, admitted, isStillKnown }: Caller, { realm, forAuditor }: Reading): boolean {
  // For an auditor's look, the caller is the user whose view is shown, and a replica does not know the current auditors. `whileAuditor`
  // ends the answer.
  if (forAuditor) return true;
  if (!isStillKnown()) return false;
  const state = realm(realmId);
  const account = state.directory.accounts.get(userId);
  const isOwner = account?.active === true && account.role === owner && account.bot === null;
  return isAuditor(state, userId) || (isOwner && admitted?.content !== true);
}
