/** The data of the rendered message for the plug-ins. It is passed in markdown-it's `env`. */
import type { Env } from 'markdown-it';
import { foldName } from '../vocabulary/fold-case.ts';
import type { ChannelId, UserGroupId, UserId } from '../vocabulary/ids.ts';
import { colouringBudget } from './code.ts';
import { elementBytesOf } from './html-size.ts';
import { type CompiledLinkifier, type LinkifierBudget, linkifierBudget, linkifiersFor } from './linkifiers.ts';
import { mathBudget } from './math.ts';
import type { RenderContext } from './render-context.ts';

type NamedUser = { readonly userId: UserId; readonly fullName: string };
type NamedGroup = { readonly groupId: UserGroupId; readonly name: string; readonly members: readonly UserId[] };
type NamedChannel = { readonly channelId: ChannelId; readonly name: string };

export type RenderEnvironment = {
  readonly usersByName: ReadonlyMap<string, NamedUser>;
  readonly usersById: ReadonlyMap<number, NamedUser>;
  readonly groupsByName: ReadonlyMap<string, NamedGroup>;
  readonly channelsByName: ReadonlyMap<string, NamedChannel>;
  /** Maps a name to the address of the image. */
  readonly emoji: ReadonlyMap<string, string>;
  /** The language of code blocks that name none; empty if there is no default. */
  readonly codeLanguage: string;
  readonly linkifiers: readonly CompiledLinkifier[];
  readonly linkifierBudget: LinkifierBudget;
  /** How many characters of TeX may still be rendered. */
  mathLeft: number;
  /** How many characters of code may still be highlighted. */
  colourLeft: number;
  /** How many bytes of HTML emoji, formulas and coloured code may still take. */
  elementBytesLeft: number;
};

export function newEnvironment(content: string, context: RenderContext): RenderEnvironment {
  const usersByName = new Map<string, NamedUser>();
  const usersById = new Map<number, NamedUser>();
  // If two users have the same name, the one with the lower id is used.
  for (const user of [...context.users].sort((a, b) => b.userId - a.userId)) {
    usersByName.set(foldName(user.fullName), user);
    usersById.set(user.userId, user);
  }
  return {
    usersByName,
    usersById,
    groupsByName: new Map(context.groups?.map((group) => [foldName(group.name), group])),
    channelsByName: new Map(context.channels.map((channel) => [foldName(channel.name), channel])),
    emoji: new Map(context.emoji?.map(({ name, address }) => [name, address])),
    codeLanguage: context.codeLanguage?.toLowerCase() ?? '',
    linkifiers: linkifiersFor(content, context.linkifiers),
    linkifierBudget: linkifierBudget(),
    mathLeft: mathBudget,
    colourLeft: colouringBudget,
    elementBytesLeft: elementBytesOf(content, context),
  };
}

const environments = new WeakMap<Env, RenderEnvironment>();

/** An `env` for markdown-it with the environment in it. */
export function envOf(environment: RenderEnvironment): Env {
  const env: Env = {};
  environments.set(env, environment);
  return env;
}

/** The environment in an `env`. Throws if there is none, which is a bug. */
export function environmentOf(env: Env | undefined): RenderEnvironment {
  const environment = env === undefined ? undefined : environments.get(env);
  if (environment === undefined) throw new Error('markdown was parsed without a render environment');
  return environment;
}
