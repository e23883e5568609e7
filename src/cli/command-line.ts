/** The `verbatim` command: finds the subcommand, parses its options, runs it, prints errors, and returns the exit code. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { serviceVersion } from '../vocabulary/versions.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';
import type { Application, Program } from './application.ts';
import { answerTasks, ask, perform } from './control-socket.ts';
import { makeDataFolder, requireDataFolder, requireLog } from './data-folder.ts';
import { lockData } from './data-lock.ts';
import { describeError } from './error-message.ts';
import { ownSubcommands, tasks } from './index.ts';
import { ledgerKeys } from './ledger-key.ts';
import { printable } from './printable.ts';
import { serverSecrets } from './secret.ts';
import { warningsOnly } from './service-logger.ts';
import {
  type CommandContext,
  Differs,
  isTask,
  type Subcommand,
  UsageError,
  type Values,
  type WithData,
} from './subcommand.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';

const failed = 1;
const misused = 2;

export async function runCommandLine(
  args: readonly string[],
  env: CommandContext['env'],
  program: Program,
  print: (line: string) => void = console.log,
  printError: (line: string) => void = console.error,
): Promise<number> {
  const printLine = (line: string): void => print(printable(line));
  const printErrorLine = (line: string): void => printError(printable(line));
  const all: readonly Subcommand[] = [...ownSubcommands, ...tasks.filter(({ summary }) => summary !== undefined)];
  const help = args.length === 0 || args[0] === 'help' || args.includes('--help');
  if (args[0] === 'version' || args[0] === '--version') {
    printLine(`verbatim ${serviceVersion}`);
    return 0;
  }
  const words = args[0] === 'help' ? args.slice(1) : args;
  const subcommand = all.find(({ name }) => name.split(' ').every((word, at) => words[at] === word));
  let values: Values = {};
  try {
    if (help) {
      for (const line of subcommand ? helpOf(subcommand) : helpFor(all)) printLine(line);
      return 0;
    }
    if (!subcommand) throw new UsageError(`there is no command ${args.join(' ')}; \`verbatim help\` lists them`);
    values = valuesOf(subcommand, args.slice(subcommand.name.split(' ').length));
    const config = readConfig(env);
    const data = withData({ config, env, open: program.open });
    const context = { ...program, config, env, withData: data, print: printLine, notify: printErrorLine };
    if (!isTask(subcommand)) {
      const exit = await subcommand.run(context, values);
      return typeof exit === 'number' ? exit : 0;
    }
    const reply = await data((perform) => perform(subcommand, values, printErrorLine, printLine));
    if (!reply.ok) {
      printErrorLine(`verbatim: ${reply.why}`);
      return reply.misused || subcommand.oneIsAnAnswer ? misused : failed;
    }
    for (const line of reply.lines) printLine(line);
    return reply.exit ?? 0;
  } catch (error) {
    const { why, misused: isMisuse } = describeError(error, subcommand, values);
    printErrorLine(`verbatim: ${why}`);
    if (error instanceof Differs) return failed;
    return isMisuse || subcommand?.oneIsAnAnswer ? misused : failed;
  }
}

function valuesOf(subcommand: Subcommand, args: string[]): Record<string, unknown> {
  const { word, options = {}, paths = [] } = subcommand;
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: word !== undefined });
    const areSeveral = word !== undefined && options[word]?.multiple === true;
    if (positionals.length > 1 && !areSeveral) throw new UsageError(`Unexpected argument '${positionals[1]}'`);
    const given: Record<string, unknown> = { ...values };
    if (word && positionals[0]) given[word] = areSeveral ? positionals : positionals[0];
    for (const path of paths) {
      if (given[path] === '') throw new WrongValue(path, 'must not be empty');
      if (typeof given[path] === 'string') given[path] = resolve(given[path]);
    }
    return given;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message.replaceAll('\n', ' '));
    throw error;
  }
}

/**
 * Runs `body`, whose tasks are performed by the process that has the data open. If there is none, the data are opened here, also for
 * commands that arrive in the meantime.
 */
const withData =
  ({ config, env, open }: Pick<CommandContext, 'config' | 'env' | 'open'>): WithData =>
  async (body) => {
    let here: { readonly application: Application; close(): Promise<void> } | undefined;
    const openHere = async () => {
      const lock = await lockData(config.data);
      try {
        await refuseUnfinishedRestore(config.data);
        const keys = await ledgerKeys(config, env.VERBATIM_LEDGER_KEY);
        const application = await open(config, await serverSecrets(config, env), warningsOnly, undefined, keys);
        lock.answerWith(answerTasks(tasks, application, warningsOnly));
        const close = async (): Promise<void> => {
          try {
            await lock.stopAnswering();
            await application.close();
          } finally {
            await lock.release();
          }
        };
        return { application, close };
      } catch (error) {
        await lock.release();
        throw error;
      }
    };
    try {
      return await body(async (task, values, notify, print) => {
        if (!here) {
          await (task.makesData ? makeDataFolder : requireDataFolder)(config.data);
          const reply = await ask(config.data, { task: task.name, values }, notify, print);
          if (reply) return reply;
          if (!task.makesData) await requireLog(config);
          here = await openHere();
        }
        return perform(task, values, here.application, notify, print);
      });
    } finally {
      await here?.close();
    }
  };

/** The output of `verbatim help`. */
function helpFor(all: readonly Subcommand[]): string[] {
  const width = Math.max(...all.map(({ name }) => name.length));
  return [
    'Usage: verbatim <command> [options]. Settings come from the environment; `verbatim config` lists them.',
    ...all.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '`verbatim help <command>` lists the options of a command, and `verbatim version` prints the version.',
  ];
}

function helpOf(subcommand: Subcommand): string[] {
  const { word, options = {} } = subcommand;
  const named = Object.entries(options).filter(([name]) => name !== word);
  const areSeveral = word !== undefined && options[word]?.multiple === true;
  return [
    `verbatim ${subcommand.name}${word ? ` ${word.toUpperCase()}` : ''}${areSeveral ? '…' : ''}: ${subcommand.summary}`,
    ...(word ? [`  ${word.toUpperCase()}  ${options[word]?.help ?? ''}`] : []),
    ...named.map(([name, { type, help }]) => `  --${name}${type === 'string' ? ' …' : ''}  ${help}`),
  ];
}
