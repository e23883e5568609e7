import { z } from 'zod';
import { beginRetention } from '../../commands/retention/begin-retention.ts';
import { countDue, retentionCheck } from '../audit/retention.ts';
import { conservativeClock } from '../engine/clocks.ts';
import type { Services } from '../http/services.ts';
import type { RealmState } from '../state/realm-state.ts';
import { daysKept, keptUntil, nextRunAt, type RetentionScope, runUnderWay, scopesKept } from '../state/retention.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { iso } from '../vocabulary/iso.ts';
import { byCommandLine, realmNamed, realmOption } from './accounts.ts';
import { longTask } from './long-task.ts';
import { defineTask, type Notify } from './subcommand.ts';

/** Prints what retention would erase, or erases what is due. The service does the latter by itself within a day. */
export const retention = defineTask({
  name: 'retention',
  summary: 'Erase messages that are older than owners let them stay, or with --dry-run count them',
  options: {
    realm: realmOption,
    'dry-run': { type: 'boolean', help: 'only say what would be erased, and from when on' },
  },
  input: z.object({ realm: z.string(), 'dry-run': z.boolean().default(false) }),
  perform: longTask('retention', async ({ services }, asked, notify) => {
    const realm = services.realm(realmNamed(services, asked.realm));
    const scopes = [...scopesKept(realm)];
    if (scopes.length === 0) return ['every message is kept for ever'];
    const lines: string[] = [];
    for (const scope of scopes)
      lines.push(await (asked['dry-run'] ? preview(services, realm, scope) : erased(services, realm, scope, notify)));
    return lines;
  }),
});

const nameOf = ({ channels }: RealmState, scope: RetentionScope): string =>
  scope === 0 ? 'private messages' : `stream=${JSON.stringify(channels.byId.get(scope)?.name ?? '')}`;

async function preview(services: Services, realm: RealmState, scope: RetentionScope): Promise<string> {
  const days = daysKept(realm, scope) ?? 0;
  const until = keptUntil(days, conservativeClock(services.now)());
  const { messages, events, bytes, held, oldest } = await countDue(services.erasablePages, realm, scope, until);
  const facts = { days, until: iso(until), messages, events, bytes, held };
  const counts = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
  const from = messages === 0 ? [] : [`oldest=${iso(oldest ?? until)}`, `from=${iso(nextRunAt(realm, scope))}`];
  return [nameOf(realm, scope), ...counts, ...from].join(' ');
}

/** Begins a run if one is due, and waits for its end. */
async function erased(services: Services, realm: RealmState, scope: RetentionScope, notify: Notify): Promise<string> {
  const { realmId } = realm;
  const name = nameOf(realm, scope);
  await noneRuns(services, realmId, notify);
  const next = nextRunAt(realm, scope);
  const asOf = conservativeClock(services.now)();
  if (asOf < next) return `${name} not before ${iso(next)}`;
  const until = keptUntil(daysKept(realm, scope) ?? 0, asOf);
  if (!(await retentionCheck(services.erasablePages)(realm, scope, until))) return `${name} messages=0`;
  await services.run(beginRetention, { channelId: scope || null, asOf }, byCommandLine(realmId));
  await noneRuns(services, realmId, notify);
  return `${name} messages=${realm.retention.get(scope)?.run?.messages ?? 0}`;
}

async function noneRuns(services: Services, realmId: RealmId, notify: Notify): Promise<void> {
  const never = new AbortController().signal;
  let reported = 0;
  for (;;) {
    const running = runUnderWay(services.realm(realmId));
    if (!running || services.news.isClosed) return;
    if (running.messages >= reported + 1_000) {
      reported = running.messages;
      notify(`${reported} messages erased so far`);
    }
    await services.news.next(realmId, never);
  }
}
