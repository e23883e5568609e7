/** `verbatim replay --serve`: serves an organization at one moment over HTTP, only on this machine, until it is interrupted. */
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RenderThread } from '../../engine/render/render-thread.ts';
import { resolved } from '../../http/past/look.ts';
import { pastServer, type Shown } from '../../http/past/past-app.ts';
import { momentNamed, type Plan } from '../../replay/opened-replay.ts';
import type { EventId } from '../../vocabulary/ids.ts';
import { WrongValue } from '../../vocabulary/wrong-value.ts';
import { stopSignal } from '../stop-signal.ts';
import type { CommandContext, Values } from '../subcommand.ts';
import { wholeNumberIn } from '../whole-number.ts';
import { withReadLog } from './read-log.ts';
import { allEndpoints, openedReplica } from './replica.ts';
import { textOf } from './source.ts';

const address = '127.0.0.1';

/**
 * The port is opened before anything is read, so that a port in use is reported at once. `stopSignalled`: resolves when the server must
 * stop.
 */
export async function servePast(
  context: CommandContext,
  values: Values,
  stopSignalled: () => Promise<unknown> = stopSignal,
): Promise<void> {
  const { print, replayTools } = context;
  const key = randomBytes(24).toString('base64url');
  let shown: Shown | undefined;
  const { logger } = await replayTools();
  const server = pastServer({ endpoints: allEndpoints, key, shown: () => shown, logger });
  const port = await listening(server, wholeNumberIn('port', textOf(values, 'port') ?? '0', 65_535));
  const thread = new RenderThread();
  try {
    await withReadLog(context, 'replay', values, async (log) => {
      const order = { realm: textOf(values, 'realm'), until: textOf(values, 'until') };
      const { replica, plan, realmId } = await openedReplica(log, order, context, thread);
      try {
        const { end } = plan;
        const now = timeOf(values) ?? end.at;
        const asOf = resolved({ ...end, eventId: end.id as EventId });
        const answer: Shown['answer'] = async (viewing, gone) => (await replica.answer(viewing, now, gone)).answer;
        shown = { realmId, asOf, answer };
        const stopped = stopSignalled();
        for (const line of greeting(plan, port, key)) print(line);
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
  const moment = until === undefined ? undefined : momentNamed('until', until).moment;
  return moment?.kind === 'time' ? moment.at : undefined;
};

const greeting = ({ end }: Plan, port: number, key: string): string[] => [
  `url=http://${address}:${port}/api/v1 key=${key}`,
  `until=${new Date(end.at).toISOString()} position=${end.position} event=${end.id}`,
  `What user 17 sees: curl -u 17:${key} http://${address}:${port}/api/v1/users`,
];

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new WrongValue('port', `${port} is in use: name another one`) : error),
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
