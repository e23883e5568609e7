/** The trail of a running service, page by page, as in the answers of `GET /audit/events`. The access is recorded first. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { recordAccess } from '../../../commands/audit/record-access.ts';
import type { AnyEndpoint } from '../../http/define-endpoint.ts';
import { type Viewing, viewed } from '../../http/past/viewed.ts';
import { forAuditors, forAuditorsOnRecord } from '../../http/request/privileged.ts';
import { ProblemError } from '../../http/response/problem.ts';
import type { Services } from '../../http/services.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { placesOf } from '../../queries/trail/places.ts';
import type { EventId, RealmId, UserId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { momentForms } from '../../vocabulary/moment.ts';
import { objectTypes } from '../../vocabulary/trail/row.ts';
import { WrongValue } from '../../vocabulary/wrong-value.ts';
import { byCommandLine, commandLineClient, realmNamed } from '../accounts.ts';
import { oneOf } from '../error-message.ts';
import { defineTask, type Notify, UsageError } from '../subcommand.ts';

/** How many milliseconds a page waits for new records before the caller asks again. */
const waitMs = 20_000;
const pageRecords = 100;
const trailEndpoint = 'getAuditEvents';

const text = 'a text of at most 100 characters';
/** The filters of the trail, by the names of their options: the meaning of each, and the form of its value. */
export const filters = {
  actor: { meaning: 'who acted', form: 'the id of a user, or `service`' },
  action: {
    meaning: 'what was done',
    form: 'an action, a prefix of actions that ends in a dot, or a JSON list of them',
  },
  'object-type': { meaning: 'what it was done to', form: oneOf(objectTypes) },
  'object-id': { meaning: 'the id of that', form: 'a text of 1 to 100 characters' },
  'stream-id': { meaning: 'in which stream', form: 'the id of a stream' },
  topic: { meaning: 'the topic, as it was called then', form: text },
  client: { meaning: 'the client through which it was done', form: text },
  'request-id': { meaning: 'the id of the request', form: text },
  'caused-by': { meaning: 'what caused it', form: 'the id of an event' },
  since: { meaning: 'after this moment', form: momentForms },
  until: { meaning: 'up to this moment', form: momentForms },
  query: {
    meaning: 'in names and topics, and with --include-content in messages',
    form: `words, together at most ${limits.trailQueryLengthMax} characters`,
  },
} as const;

/** Throws WrongValue for the first filter whose value has another form. */
export async function assertFilters(sent: Readonly<Record<string, string>>): Promise<void> {
  const fault = (await trail()).parameters.safeParse(sent).error?.issues[0];
  if (!fault) return;
  const name = String(fault.path[0]);
  throw new WrongValue(name, `must be ${filters[name.replaceAll('_', '-') as keyof typeof filters]?.form}`);
}

async function trail(): Promise<AnyEndpoint> {
  const { endpoints } = await import('../serving.ts');
  const endpoint = endpoints.find(({ id }) => id === trailEndpoint);
  if (!endpoint) throw new Error('there is no trail');
  return endpoint;
}

/** The request for the trail from the command line. `userId`: the user as whom it is read, with the rights of an auditor. */
export const viewingOfTrail = (
  realmId: RealmId,
  userId: UserId,
  sent: Readonly<Record<string, string>>,
  access: Viewing['access'],
): Viewing => ({
  endpoint: trailEndpoint,
  realmId,
  userId,
  sent,
  client: commandLineClient,
  requestId: randomUUID(),
  origin: '',
  accept: undefined,
  access,
});

/** Turns the refusal of filters into a UsageError, which names their options. */
export async function orUsageError<T>(body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    throw error instanceof ProblemError
      ? new UsageError(error.problem.msg.replace(/\b(since|until)\b/g, '--$1'))
      : error;
  }
}

/** Records that the trail is read. Returns the organization, and the id of the recording event. */
export const beginTrail = defineTask({
  name: 'log begin',
  input: z.object({
    parameters: z.record(z.string(), z.json()),
    realm: z.string().optional(),
    reason: z.string().optional(),
    content: z.boolean(),
  }),
  async perform({ services }, { parameters, realm, reason, content }) {
    if (content && reason === undefined)
      throw new UsageError('--reason is missing: a look at what people wrote is recorded');
    const names = [...services.state.bySubdomain.keys()];
    if (realm === undefined && names.length !== 1)
      throw new UsageError(`--realm is missing: there is ${names.join(', ') || 'no organization'}`);
    const realmId = realmNamed(services, realm ?? names[0] ?? '');
    const { result } = await services.run(
      recordAccess,
      {
        privilege: content ? forAuditors : forAuditorsOnRecord,
        operation: 'verbatim log',
        parameters,
        reason: reason ?? null,
        through: 'command line',
      },
      byCommandLine(realmId),
    );
    return [String(realmId), result.eventId];
  },
});

const Page = z.object({
  realmId: z.int(),
  /** Parameters of the endpoint. */
  sent: z.record(z.string(), z.string()),
  cursor: z.string().optional(),
  /** Whether to print events as they are stored, instead of records. */
  raw: z.boolean(),
  /** Whether to wait for records if there are none. */
  waits: z.boolean(),
  /** The event that records this access. It is left out of the results. */
  access: z.string(),
});

type Found = { readonly records: readonly { readonly id: string; readonly position: number | null }[] } & {
  readonly next_cursor: string | null;
};

/** Prints records, or their events. Returns the cursor, and whether there is already more. */
export const pageOfTrail = defineTask<z.infer<typeof Page>>({
  name: 'log page',
  input: Page,
  async perform({ services, log }, asked, _notify, print) {
    const late = AbortSignal.timeout(waitMs);
    for (let cursor = asked.cursor; ; ) {
      const news = services.news.next(asked.realmId as RealmId, late);
      const found = await pageAfter(services, asked, cursor);
      const shown = found.records.filter(({ id }) => !asked.waits || id !== asked.access);
      if (asked.raw) await printStored(services, log, asked.realmId as RealmId, shown, print);
      else for (const record of shown) print?.(JSON.stringify(record));
      cursor = found.cursor;
      if (found.more || shown.length > 0 || !asked.waits || late.aborted) return [cursor, String(found.more)];
      if (services.news.isClosed) throw new UsageError('the service is stopping');
      await news;
    }
  },
});

/** Reads them by their places in their log streams, because not every log can be read from any position. */
async function printStored(
  services: Services,
  log: Pick<EventLog, 'readStream'>,
  realmId: RealmId,
  records: Found['records'],
  print: Notify | undefined,
): Promise<void> {
  const ids = records.filter(({ position }) => position !== null).map(({ id }) => id);
  for (const { eventId, stream, from, limit } of await services.read((view) => placesOf(view, realmId, ids))) {
    const stored = (await log.readStream(stream, { from, limit })).find(({ id }) => id === eventId);
    if (stored) print?.(JSON.stringify(stored));
  }
}

/** The signal of a reader who waits for the answer. */
const stays = (): AbortSignal => new AbortController().signal;

/** A page, with the cursor after it even if it is the last one. */
async function pageAfter(
  services: Services,
  { realmId, sent, access }: z.infer<typeof Page>,
  cursor: string | undefined,
) {
  const before = await services.read(async ({ checkpoint }) => checkpoint.position);
  const parameters = { ...sent, limit: String(pageRecords), ...(cursor !== undefined && { cursor }) };
  const viewing = viewingOfTrail(realmId as RealmId, 0 as UserId, parameters, {
    eventId: access as EventId,
    position: 0,
  });
  const endpoint = await trail();
  const answer = await orUsageError(() =>
    viewed(endpoint, viewing, { ...services, forAuditor: true }, { charge: () => undefined, gone: stays }),
  );
  const { records, next_cursor: next } = answer as unknown as Found;
  const last = Math.max(before, ...records.map(({ position }) => position ?? 0));
  // An event that is erased later is not shown again. Instead, the event that erases it is shown.
  return { records, more: next !== null, cursor: next ?? `${last}.${Number.MAX_SAFE_INTEGER}.` };
}
