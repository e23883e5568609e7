/** What the plug-ins know while one content is rendered; it travels in markdown-it's `env`. */
import type { Env } from 'markdown-it';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import { colouringBudget } from './code.ts';
import { type CompiledLinkifier, compileLinkifiers } from './linkifiers.ts';
import { mathBudget } from './math.ts';
import type { RenderContext } from './render-context.ts';

type NamedUser = { readonly userId: UserId; readonly fullName: string };
type NamedChannel = { readonly channelId: ChannelId; readonly name: string };

export type RenderEnvironment = {
  readonly usersByName: ReadonlyMap<string, NamedUser>;
  readonly usersById: ReadonlyMap<number, NamedUser>;
  readonly channelsByName: ReadonlyMap<string, NamedChannel>;
  readonly linkifiers: readonly CompiledLinkifier[];
  /** Characters of TeX that may still be rendered. */
  mathLeft: number;
  /** Characters of code that may still be coloured. */
  colourLeft: number;
};

export function newJob(context: RenderContext): RenderEnvironment {
  const usersByName = new Map<string, NamedUser>();
  const usersById = new Map<number, NamedUser>();
  // Where two share a name, the longer-standing one is meant, whatever the order they were handed in.
  for (const user of [...context.users].sort((a, b) => b.userId - a.userId)) {
    usersByName.set(user.fullName.toLowerCase(), user);
    usersById.set(user.userId, user);
  }
  return {
    usersByName,
    usersById,
    channelsByName: new Map(context.channels.map((channel) => [channel.name.toLowerCase(), channel])),
    linkifiers: context.linkifiers.length === 0 ? [] : compileLinkifiers(context.linkifiers),
    mathLeft: mathBudget,
    colourLeft: colouringBudget,
  };
}

const jobs = new WeakMap<Env, RenderEnvironment>();

/** A fresh `env` that carries the job. */
export function envOf(job: RenderEnvironment): Env {
  const env: Env = {};
  jobs.set(env, job);
  return env;
}

/** The job of an `env`; one that carries none is a mistake of ours. */
export function jobOf(env: Env | undefined): RenderEnvironment {
  const job = env === undefined ? undefined : jobs.get(env);
  if (job === undefined) throw new Error('markdown was parsed without a render job');
  return job;
}
