/** The shape of a subcommand of `verbatim`; each is in a file of its own. */
import type { ParseArgsConfig } from 'node:util';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Application, FillLog, OpenApplication, OpenFiles, OpenLogToVerify, PastTools } from './application.ts';

/** Has a task performed by the process that has the data open. */
export type Performing = (
  task: Task,
  values: Readonly<Record<string, unknown>>,
  tell: Tell,
  print?: Tell,
) => Promise<Reply>;

/** Gives `body` a process that performs tasks, until its promise settles. */
export type WithData = <T>(body: (perform: Performing) => Promise<T>) => Promise<T>;

/** What a subcommand is given. */
export type Surroundings = {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly open: OpenApplication;
  readonly fillLog: FillLog;
  readonly openFiles: OpenFiles;
  readonly openLogToVerify: OpenLogToVerify;
  readonly replayTools: () => Promise<PastTools>;
  readonly withData: WithData;
  /** Writes a line to the standard output. */
  readonly say: (line: string) => void;
  /** Writes a line to the standard error. */
  readonly tell: Tell;
};

type Named = {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  /** A part of other commands, which nobody types. */
  readonly isInternal?: true;
  /** Exit code 1 means that something differs or was changed. So every failure has the exit code 2. */
  readonly oneIsAnAnswer?: true;
};

type Arguments = {
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** The option that is given without its name; several times where the option may be. */
  readonly word?: string;
  /** The meaning of each option. */
  readonly help: Readonly<Record<string, string>>;
  /** Options that are paths: they are resolved from the caller's folder, which may not be the server's. */
  readonly paths?: readonly string[];
};

/** A subcommand that runs in the process that was called. Its promise resolves when it is over, with an exit code where that is not 0. */
export type OwnSubcommand = Named &
  Partial<Arguments> & {
    readonly run: (
      surroundings: Surroundings,
      values: Readonly<Record<string, unknown>>,
    ) => Promise<void> | Promise<number>;
  };

/** Prints the progress of a long task; it is no part of the result. */
export type Tell = (line: string) => void;

/** What a task did: its result, and its exit code. */
export type Outcome = readonly string[] | { readonly lines: readonly string[]; readonly exit: number };

/** A subcommand that the running server performs, or this process where no server runs on the data. */
export type Task<I = unknown> = Named &
  Arguments & {
    /** Parses the options, each of which is a string or true. */
    readonly input: z.ZodType<I>;
    /** Whether it makes the data folder where there is none. */
    readonly makesData?: true;
    /**
     * Returns the lines to print, and an exit code where that is not 0. What may be many lines is printed at once with `print`. Throws
     * Refused, UsageError and ZodError.
     */
    readonly perform: (application: Application, input: I, tell: Tell, print?: Tell) => Promise<Outcome>;
  };

export type Subcommand = OwnSubcommand | Task;

export const isTask = (subcommand: Subcommand): subcommand is Task => 'perform' in subcommand;

/** The lines to print, or why there are none. `misused`: what was typed is missing or wrong. */
export type Reply =
  | { readonly ok: true; readonly lines: readonly string[]; readonly exit?: number | undefined }
  | { readonly ok: false; readonly why: string; readonly misused?: true | undefined };

/** Checks a declaration by the type of its input, then hides that type: `perform` in control-socket.ts parses the input first. */
export const defineTask = <I>(task: Task<I>): Task => task as unknown as Task;

/** The command line was used wrongly; the message says how. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What was compared differs; the message says where. */
export class Differs extends Error {
  override name = 'Differs';
}
