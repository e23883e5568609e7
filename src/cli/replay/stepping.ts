/** `verbatim replay --step`: one event at a time, controlled by commands from a terminal or a script. */
import { open as openInspector, waitForDebugger } from 'node:inspector';
import { createInterface } from 'node:readline/promises';
import { type BreakPoint, breakPointOf } from '../../replay/break-point.ts';
import { linesOf } from '../../replay/differences.ts';
import type { History } from '../../replay/history.ts';
import { type OpenedReplay, openedReplay, type ReplayOrder } from '../../replay/opened-replay.ts';
import type { Step } from '../../replay/past.ts';
import { ReplayRefused } from '../../replay/survey.ts';
import { WrongValue } from '../../vocabulary/wrong-value.ts';
import { textOfFile } from '../given-file.ts';
import { everySecond } from '../long-task.ts';
import { type CommandContext, UsageError, type Values } from '../subcommand.ts';
import { eventLine, notifyUnknown } from './event-line.ts';
import { textOf } from './source.ts';
/** The options: the breakpoints of `c`, and a script with its lines. */
export type Stepping = {
  readonly breaks: BreakPoint[];
  readonly script: readonly Command[] | undefined;
  readonly inspects: boolean;
};

/** `line`: the line of the script; 0 for a typed command. */
type Command = { readonly text: string; readonly line: number };

/** Throws WrongValue. */
export async function steppingIn(values: Values): Promise<Stepping> {
  const path = textOf(values, 'script');
  const breaks = ((values.break ?? []) as string[]).map(breakIn);
  const script = path === undefined ? undefined : scripted(await textOfFile('script', path));
  return { breaks, script, inspects: values.inspect === true };
}

function breakIn(text: string): BreakPoint {
  try {
    return breakPointOf(text);
  } catch (error) {
    throw error instanceof ReplayRefused ? new WrongValue('break', error.message) : error;
  }
}

export async function stepThrough(
  history: History,
  order: ReplayOrder,
  { print, notify, replayTools }: CommandContext,
  { breaks, script, inspects }: Stepping,
): Promise<void> {
  const opened = await openedReplay(history, order, await replayTools());
  try {
    const report = everySecond(notify);
    await opened.past.advance(opened.begin?.position ?? 0, (events) => report('folded', events));
    const execute = stepperOf(opened, breaks, inspects, print);
    if (inspects) {
      openInspector(0);
      waitForDebugger();
    }
    print(`at position ${opened.position}; it ends at position ${opened.end.position}`);
    for await (const command of script ?? typed()) if (!(await execute(command))) break;
    notifyUnknown(opened.past.unknownTypes, notify);
  } finally {
    await opened.close();
  }
}

const scripted = (text: string): Command[] =>
  text
    .split('\n')
    .map((line, index) => ({ text: line.trim(), line: index + 1 }))
    .filter((command) => command.text !== '' && !command.text.startsWith('#'));

/**
 * Without a terminal there is no prompt, because nobody would see which answer belongs to which command. Commands that were typed before
 * the end of the input are still executed.
 */
async function* typed(): AsyncGenerator<Command> {
  const { stdin, stderr } = process;
  const lines = createInterface({ input: stdin, prompt: '> ', ...(stdin.isTTY && { output: stderr }) });
  let hasEnded = false;
  lines.once('close', () => {
    hasEnded = true;
  });
  const prompt = (): void => {
    if (stdin.isTTY && !hasEnded) lines.prompt();
  };
  prompt();
  for await (const line of lines) {
    yield { text: line.trim(), line: 0 };
    prompt();
  }
}

const commandsMeant = 'n(ext), c(ontinue), b EXPR, p MODEL [ID], d(iff), w(ho), q(uit)';

/** Other names of commands. */
const names: Readonly<Record<string, string>> = { '': 'n', next: 'n', continue: 'c', diff: 'd', who: 'w', quit: 'q' };

/** Executes commands. The returned function resolves to false when the session is over. */
function stepperOf(replay: OpenedReplay, breaks: BreakPoint[], inspects: boolean, print: (line: string) => void) {
  let last: Step | undefined;

  async function next(): Promise<void> {
    const { past, end } = replay;
    const isStop: BreakPoint = breaks.length === 0 ? () => true : (event) => breaks.some((one) => one(event));
    const step = await past.step(end.position, {
      before: (event) => {
        // biome-ignore lint/suspicious/noDebugger: it is what --inspect is for
        if (inspects && isStop(event)) debugger;
      },
    });
    last = step;
    print(step ? eventLine(step.event) : 'the end');
  }

  /** Stops right after an event that matches a break point, or at the end. */
  async function goOn(): Promise<void> {
    const { past, end } = replay;
    for (let event = await past.peek(end.position); event; event = await past.peek(end.position)) {
      const upcoming = event;
      if (breaks.some((one) => one(upcoming))) return next();
      await past.step(end.position);
    }
    last = undefined;
    print('the end');
  }

  async function printDocument(model: string, id: string | undefined): Promise<void> {
    if (id !== undefined) {
      print(JSON.stringify(await replay.document(model, id), null, 2) ?? 'there is no such document');
      return;
    }
    for await (const { key, document } of replay.documents(model)) print(`${key} ${JSON.stringify(document)}`);
  }

  const actions: Readonly<Record<string, (...rest: string[]) => unknown>> = {
    n: next,
    c: goOn,
    b: (...expression) => breaks.push(breakPointOf(expression.join(' '))),
    p: (model = '', id) => printDocument(model, id),
    d() {
      for (const change of last?.changes ?? []) for (const line of linesOf(change)) print(line);
    },
    w() {
      for (const { type, scope } of last?.clientEvents ?? []) print(`${type} to ${JSON.stringify(scope)}`);
    },
  };

  return async ({ text, line }: Command): Promise<boolean> => {
    const [word = '', ...rest] = text.split(/\s+/);
    const name = names[word] ?? word;
    if (name === 'q') return false;
    try {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) throw new ReplayRefused(`there is no command ${word}: ${commandsMeant}`);
      await action(...rest);
      return true;
    } catch (error) {
      if (!(error instanceof ReplayRefused)) throw error;
      // At a terminal the command can be repeated; in a script the error ends the program.
      if (line > 0) throw new UsageError(`line ${line} of the script: ${error.message}`);
      print(error.message);
      return true;
    }
  };
}
