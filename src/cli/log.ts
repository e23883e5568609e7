import { Lines } from '../define/endpoint.ts';
import { RenderThread } from '../engine/render/render-thread.ts';
import { ndjson } from '../http/response/lines.ts';
import type { EventId, RealmId } from '../vocabulary/ids.ts';
import { RawEvents } from './replay/raw-events.ts';
import { withReadLog } from './replay/read-log.ts';
import { asking, sourceOptions, textOf } from './replay/source.ts';
import { assertFilters, beginTrail, filters, orUsageError, pageOfTrail, viewingOfTrail } from './replay/trail-pages.ts';
import { type CommandContext, type OwnSubcommand, type Performing, UsageError, type Values } from './subcommand.ts';
import { wholeNumberIn } from './whole-number.ts';

const filterOptions = Object.fromEntries(
  Object.entries(filters).map(([name, { meaning, form }]) => [
    name,
    { type: 'string', help: `${meaning}: ${form}` } as const,
  ]),
);

export const log: OwnSubcommand = {
  name: 'log',
  oneIsAnAnswer: true,
  summary: 'Print what was done in an organization, one JSON record on each line, oldest first, or follow new records',
  options: {
    ...filterOptions,
    ...sourceOptions,
    realm: { type: 'string', help: "the organization's subdomain (default: the only one)" },
    reason: {
      type: 'string',
      help: 'why you look at a live log; it is recorded first, and required if content is shown',
    },
    'include-content': { type: 'boolean', help: 'show what people wrote' },
    raw: { type: 'boolean', help: 'print the events as they are stored, with content, instead of records' },
    follow: { type: 'boolean', help: 'after the last record, print new ones as they come, until it is interrupted' },
    order: { type: 'string', help: '`asc` (default) or `desc`' },
    limit: { type: 'string', help: 'print at most this many records' },
  },
  paths: ['export'],
  async run(context, values) {
    assertTogether(values);
    await assertFilters(sentOf(values));
    const left = wholeNumberIn('limit', textOf(values, 'limit') ?? String(2 ** 40), 2 ** 40);
    const printing = { left, print: context.print };
    if (textOf(values, 'export') !== undefined) await printExported(context, values, printing);
    else await context.withData((perform) => printLive(perform, context, values, printing));
  },
};

function assertTogether({ raw, follow, order = 'asc', until, export: path }: Values): void {
  if (order !== 'asc' && order !== 'desc') throw new UsageError('--order must be asc or desc');
  if (follow && path !== undefined) throw new UsageError('--follow needs a live log: an export does not grow');
  if (follow && order === 'desc')
    throw new UsageError('--follow prints new records in their order: --order must be asc');
  if (follow && until !== undefined) throw new UsageError('--follow and --until exclude each other');
  if (raw && order === 'desc') throw new UsageError('--raw prints events in their order: --order must be asc');
}

const sentOf = (values: Values): Record<string, string> => ({
  order: textOf(values, 'order') ?? 'asc',
  ...(values['include-content'] === true && { include_content: 'true' }),
  ...Object.fromEntries(
    Object.keys(filters).flatMap((name) => {
      const value = textOf(values, name);
      return value === undefined ? [] : [[name.replace('-', '_'), value] as const];
    }),
  ),
});

type Printing = { left: number; readonly print: (line: string) => void };

/** False if no more lines are wanted. */
function printed(printing: Printing, line: string): boolean {
  if (printing.left <= 0) return false;
  printing.print(line);
  printing.left -= 1;
  return printing.left > 0;
}

async function printLive(
  perform: Performing,
  { notify }: CommandContext,
  values: Values,
  printing: Printing,
): Promise<void> {
  const ask = asking(perform, notify);
  const { realm, reason, ...parameters } = values;
  const [realmId, access = ''] = await ask(beginTrail, {
    parameters,
    content: values.raw === true || values['include-content'] === true,
    ...(realm ? { realm } : {}),
    ...(reason ? { reason } : {}),
  });
  const modes = { raw: values.raw === true, waits: values.follow === true };
  const request = { realmId: Number(realmId), sent: sentOf(values), ...modes, access };
  for (let cursor: string | undefined; ; ) {
    const lines: string[] = [];
    const page = { ...request, ...(cursor !== undefined && { cursor }) };
    const reply = await perform(pageOfTrail, page, notify, (line) => void lines.push(line));
    if (!reply.ok) throw new UsageError(reply.why);
    if (!lines.every((line) => printed(printing, line))) return;
    if (reply.lines[1] !== 'true' && !request.waits) return;
    cursor = reply.lines[0];
  }
}

async function printExported(context: CommandContext, values: Values, printing: Printing): Promise<void> {
  const thread = new RenderThread();
  const order = { realm: textOf(values, 'realm'), until: undefined };
  await withReadLog(context, 'log', values, async (log) => {
    const { openedReplica } = await import('./replay/replica.ts');
    const { replica, plan, realmId } = await openedReplica(log, order, context, thread);
    try {
      const history = { readAll: (after: number) => log.reader.readAll(after, plan.end.position) };
      const raw = values.raw === true ? new RawEvents(history) : undefined;
      for await (const record of recordsOf(replica, realmId, values, plan.end.at)) {
        const line = raw ? await raw.of(record) : record;
        if (line !== undefined && !printed(printing, line)) break;
      }
      await raw?.close();
    } finally {
      await replica.close();
      await thread.stop();
    }
  });
}

type Replica = Awaited<ReturnType<typeof import('./replay/replica.ts').openedReplica>>['replica'];

/** All records as lines. The last line of the answer contains their number. */
async function* recordsOf(replica: Replica, realmId: RealmId, values: Values, now: number): AsyncGenerator<string> {
  const [userId] = replica.state.realms.get(realmId)?.directory.accounts.keys() ?? [];
  if (userId === undefined) throw new UsageError('the organization has no account, and so nothing was done in it');
  const access = { eventId: '' as EventId, position: 0 };
  const viewing = { ...viewingOfTrail(realmId, userId, sentOf(values), access), accept: ndjson };
  const gone = new AbortController().signal;
  const { answer } = await orUsageError(() => replica.answer(viewing, now, gone));
  if (!(answer instanceof Lines)) throw new Error('the trail was not answered as lines');
  let last: string | undefined;
  for await (const line of answer.lines(gone)) {
    if (last !== undefined) yield last;
    last = line;
  }
}
