/** A subcommand of `verbatim`: one file each. */
import type { ParseArgsConfig } from 'node:util';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Application, OpenApplication } from './application.ts';

/** What everything on the command line may use. */
export type Surroundings = {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly open: OpenApplication;
  /** Writes a line to the standard output. */
  readonly say: (line: string) => void;
};

type Named = {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
};

/** Runs by itself. Returns when it is over. */
export type OwnSubcommand = Named & {
  readonly run: (surroundings: Surroundings, values: Readonly<Record<string, unknown>>) => Promise<void>;
};

/** Tells how far a long task has come; what it tells is no result. */
export type Tell = (line: string) => void;

/** Is done by the running server where there is one, else in this process, on the same data. */
export type Task<I = unknown> = Named & {
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** The option that is given as a bare word. */
  readonly word?: string;
  /** What the options mean, each explained where it is declared. */
  readonly help: Readonly<Record<string, string>>;
  /** Of the options as given: text, or true. */
  readonly input: z.ZodType<I>;
  /** Paths among the options: they are meant from where the command is called, which is not where the server runs. */
  readonly paths?: readonly string[];
  /** What to print. Throws `Refused` and zod's errors. */
  readonly perform: (application: Application, input: I, tell: Tell) => Promise<readonly string[]>;
};

export type Subcommand = OwnSubcommand | Task;

export const isTask = (subcommand: Subcommand): subcommand is Task => 'perform' in subcommand;

/** Checks the task against its own input, then forgets the type: whoever performs it parses the input first. */
export const defineTask = <I>(task: Task<I>): Task => task as unknown as Task;

/** Something was said wrong on the command line. */
export class UsageError extends Error {
  override name = 'UsageError';
}
