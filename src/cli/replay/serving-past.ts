/** `verbatim replay --serve`: an organization at one moment over HTTP, for this machine alone. It ends when it is interrupted. */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RenderThread } from '../../engine/render/render-thread.ts';
import { textWork } from '../../engine/render/text-work.ts';
import { openapiEndpoint } from '../../http/openapi/openapi.ts';
import { pastApp, type Shown } from '../../http/past/past-app.ts';
import { endpoints } from '../../http/routes/index.ts';
import { Replica } from '../../past/replica.ts';
import { momentNamed, type Plan, planOf } from '../../replay/opened-replay.ts';
import { ReplayRefused } from '../../replay/survey.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { everySecond } from '../long-task.ts';
import { stopSignal } from '../stop-signal.ts';
import { type Surroundings, UsageError } from '../subcommand.ts';
import { type ReadLog, wholeNumber, withReadLog } from './read-log.ts';
import { textOf } from './source.ts';

type Values = Readonly<Record<string, unknown>>;

const address = '127.0.0.1';

/** The port is taken before anything is read, so that a port in use is told at once. `stopSignalled`: resolves when it is to end. */
export async function servePast(
  surroundings: Surroundings,
  values: Values,
  stopSignalled: () => Promise<unknown> = stopSignal,
): Promise<void> {
  const { say, replayTools } = surroundings;
  const key = randomBytes(24).toString('base64url');
  let shown: Shown | undefined;
  const all = [...endpoints, openapiEndpoint(endpoints)];
  const { logger } = await replayTools();
  const server = createServer(pastApp({ endpoints: all, key, shown: () => shown, logger }).callback());
  const port = await listening(server, wholeNumber('PORT', textOf(values, 'port') ?? '0', 65_535));
  const thread = new RenderThread();
  const texts = textWork(thread);
  try {
    await withReadLog(surroundings, 'replay', values, async (log) => {
      const { plan, realmId } = await planOfOne(log, values);
      const { end } = plan;
      const now = timeOf(values) ?? end.at;
      const tools = await replayTools();
      const replica = await Replica.open({
        ...{ reader: log.reader, realmId, config: surroundings.config, tools, endpoints: all, texts },
      });
      try {
        const told = everySecond(surroundings.tell);
        const target = { position: end.position, tail: log.tail };
        if (!(await replica.goTo(target, (events) => told('folded', events))))
          throw new Error('the moment could not be brought back');
        const asOf = `${end.id}; position=${end.position}; at=${new Date(end.at).toISOString()}`;
        shown = { realmId, asOf, answer: async (viewing) => (await replica.answer(viewing, now)).answer };
        const stopped = stopSignalled();
        for (const line of greeting(plan, port, key)) say(line);
        await stopped;
      } finally {
        shown = undefined;
        await closed(server);
        await replica.close();
      }
    });
  } finally {
    await closed(server);
    await thread.stop();
  }
}

const timeOf = (values: Values): number | undefined => {
  const until = textOf(values, 'until');
  const moment = until === undefined ? undefined : momentNamed('until', until);
  return moment?.kind === 'time' ? moment.at : undefined;
};

/** Of the organization that is named, or of the only one. Throws ReplayRefused. */
async function planOfOne({ reader, tail }: ReadLog, values: Values): Promise<{ plan: Plan; realmId: RealmId }> {
  const history = { readAll: (after: number) => reader.readAll(after, tail) };
  const until = textOf(values, 'until');
  const named = textOf(values, 'realm') ?? (await onlyOne(history));
  const plan = await planOf(history, { realm: named, until });
  if (plan.scope.realmId === undefined) throw new ReplayRefused(`there is no organization ${named}`);
  return { plan, realmId: plan.scope.realmId as RealmId };
}

async function onlyOne(history: Parameters<typeof planOf>[0]): Promise<string> {
  const { organizations } = await planOf(history, {});
  const [first, ...others] = organizations.map(({ subdomain }) => subdomain);
  if (first === undefined || others.length > 0)
    throw new ReplayRefused(`--realm is missing: there is ${[first, ...others].join(', ')}`);
  return first;
}

const greeting = ({ end }: Plan, port: number, key: string): string[] => [
  `url=http://${address}:${port}/api/v1 key=${key}`,
  `until=${new Date(end.at).toISOString()} position=${end.position} event=${end.id}`,
  `Ask with the eyes of user 17: curl -u 17:${key} http://${address}:${port}/api/v1/users`,
];

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new UsageError(`port ${port} is in use: name another one`) : error),
    );
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port));
  });
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  const over = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await over;
}
