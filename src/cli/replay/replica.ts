/** A replica of one organization in the calling process. */
import type { RenderThread } from '../../engine/render/render-thread.ts';
import { textWork } from '../../engine/render/text-work.ts';
import { withDescription } from '../../http/openapi/openapi.ts';
import { endpoints } from '../../http/routes/index.ts';
import { Replica } from '../../past/replica.ts';
import { type Plan, planOf } from '../../replay/opened-replay.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { everySecond } from '../long-task.ts';
import { type CommandContext, UsageError } from '../subcommand.ts';
import { notifyUnknown } from './event-line.ts';
import type { ReadLog } from './source.ts';

export const allEndpoints = withDescription(endpoints);

type ReplicaOrder = {
  /** Undefined if there is only one organization. */
  readonly realm: string | undefined;
  /** Undefined for the end. */
  readonly until: string | undefined;
};

type OpenedReplica = { readonly replica: Replica; readonly plan: Plan; readonly realmId: RealmId };

/** A replica at the requested moment. The caller must close it. Throws WrongValue, UsageError and ReplayRefused. */
export async function openedReplica(
  { reader, tail }: ReadLog,
  { realm, until }: ReplicaOrder,
  { config, notify, replayTools }: Pick<CommandContext, 'config' | 'notify' | 'replayTools'>,
  thread: RenderThread,
): Promise<OpenedReplica> {
  const history = { readAll: (after: number) => reader.readAll(after, tail) };
  const named = realm ?? (await onlyOne(history));
  const plan = await planOf(history, { realm: named, until });
  const realmId = plan.scope.realmId as RealmId;
  const tools = await replayTools();
  const texts = textWork(thread);
  const replica = await Replica.open({ reader, realmId, config, tools, endpoints: allEndpoints, texts });
  const report = everySecond(notify);
  const target = { position: plan.end.position, tail };
  try {
    if (!(await replica.goTo(target, (events) => report('folded', events))))
      throw new Error('the moment could not be reconstructed');
    notifyUnknown(replica.unknownTypes, notify);
  } catch (error) {
    await replica.close();
    throw error;
  }
  return { replica, plan, realmId };
}

async function onlyOne(history: Parameters<typeof planOf>[0]): Promise<string> {
  const { organizations } = await planOf(history, {});
  const [first, ...others] = organizations.map(({ subdomain }) => subdomain);
  if (first === undefined || others.length > 0)
    throw new UsageError(`--realm is missing: there is ${[first, ...others].join(', ')}`);
  return first;
}
