/** The type of a subcommand of `verbatim`. Each subcommand has a file. */
import type { ParseArgsConfig } from 'node:util';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Application, Program } from './application.ts';

/** Options by their names. Each is a string, a list of strings, or true. */
export type Values = Readonly<Record<string, unknown>>;

/** Requests a task from the process that has the data open. */
export type Performing = (task: Task, values: Values, notify: Notify, print?: Notify) => Promise<Reply>;

/** Gives `body` a process that performs tasks, until the promise of `body` settles. */
export type WithData = <T>(body: (perform: Performing) => Promise<T>) => Promise<T>;

export type CommandContext = Program & {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly withData: WithData;
  /** Writes a line to the standard output. */
  readonly print: (line: string) => void;
  /** Writes a line to the standard error. */
  readonly notify: Notify;
};

type Named = {
  /** One or two words. */
  readonly name: string;
  /** Absent for a part of other commands, which nobody types. */
  readonly summary?: string;
  /** Whether exit code 1 means that something differs or was changed. Then every failure has the exit code 2. */
  readonly oneIsAnAnswer?: true;
};

type Option = NonNullable<ParseArgsConfig['options']>[string] & { readonly help: string };

type Arguments = {
  readonly options?: Readonly<Record<string, Option>>;
  /** The option that is given without its name. It may be repeated if the option may. */
  readonly word?: string;
  /** Maps parameters to options with other names. `fullName` and `full_name` belong to `--full-name` without an entry. */
  readonly optionOf?: Readonly<Record<string, string>>;
  /** Options that are paths. They are resolved from the caller's folder, which may differ from the server's. */
  readonly paths?: readonly string[];
};

/** A subcommand that runs in the calling process. Its promise resolves when it is done, with an exit code if that is not 0. */
export type OwnSubcommand = Named &
  Arguments & {
    readonly run: (context: CommandContext, values: Values) => Promise<void> | Promise<number>;
  };

/** Prints the progress of a long task, which is not part of the result. */
export type Notify = (line: string) => void;

/** The outcome of a task: its result lines and its exit code. */
export type Outcome = readonly string[] | { readonly lines: readonly string[]; readonly exit: number };

/** A subcommand that runs in the server process, or in this process if no server uses the data. */
export type Task<I = unknown> = Named &
  Arguments & {
    /** Parses the options. Each of them is a string or true. */
    readonly input: z.ZodType<I>;
    /** Whether it creates a missing data folder. */
    readonly makesData?: true;
    /**
     * Returns the lines to print, and an exit code if that is not 0. Many lines can be printed immediately with `print`. Throws Refused,
     * WrongValue, UsageError and ZodError.
     */
    readonly perform: (application: Application, input: I, notify: Notify, print?: Notify) => Promise<Outcome>;
  };

export type Subcommand = OwnSubcommand | Task;

export const isTask = (subcommand: Subcommand): subcommand is Task => 'perform' in subcommand;

/** The lines to print, or the reason why there are none. `misused`: whether the command line was missing something or wrong. */
export type Reply =
  | { readonly ok: true; readonly lines: readonly string[]; readonly exit?: number | undefined }
  | { readonly ok: false; readonly why: string; readonly misused?: true | undefined };

/** Checks a declaration against the type of its input, and then hides that type. `perform` in control-socket.ts parses the input first. */
export const defineTask = <I>(task: Task<I>): Task => task as unknown as Task;

/** The command line was used wrongly. The message says how. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The compared things differ. The message says where. */
export class Differs extends Error {
  override name = 'Differs';
}
