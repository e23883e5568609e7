/** A command line as a user would type it, run in this process. */
import type { Program } from '../../src/cli/application.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { openApplication } from '../../src/main.ts';
import { replayTools } from '../../src/replay-tools.ts';
import { fillLog, openFiles, openFilesToRead, openLogToVerify } from '../../src/stores.ts';

type Ran = { readonly code: number; readonly printed: readonly string[]; readonly complaints: string };

/** The program, on its stores. */
export const program: Program = {
  open: openApplication,
  fillLog,
  openFiles,
  openFilesToRead,
  openLogToVerify,
  replayTools: async () => replayTools,
};

export async function verbatim(
  line: string,
  env: Record<string, string> = {},
  own: Partial<Program> = {},
): Promise<Ran> {
  const [printed, complaints]: [string[], string[]] = [[], []];
  const words = [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const code = await runCommandLine(
    words,
    { VERBATIM_DATA: '/nonexistent', ...env },
    { ...program, ...own },
    (text) => void printed.push(text),
    (text) => void complaints.push(text),
  );
  return { code, printed, complaints: complaints.join('\n') };
}

/** The same, with all that was printed as one text, as a process of its own would have printed it. */
export async function printedBy(
  line: string,
  env: Record<string, string>,
): Promise<{ readonly code: number; readonly output: string }> {
  const { code, printed, complaints } = await verbatim(line, env);
  return { code, output: [...printed, complaints].filter((text) => text !== '').join('\n') };
}
