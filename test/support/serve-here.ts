/** `verbatim serve` in the process of the tests: a start takes a fifth of the processor time of `startChild`. */
import type { Application, OpenApplication } from '../../src/cli/application.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { program } from '../cli/typed.ts';
import { type ChildServer, serverAt } from './child-server.ts';
import { withQuickHash } from './server.ts';
import { storesFor } from './test-stores.ts';

/** `kill` and `interrupt` stop the service in order. */
export type ServedHere = Pick<ChildServer, 'base' | 'as' | 'kill' | 'lines' | 'interrupt'>;

/** A failed test may leave its service open; the run must end all the same. */
const running = new Set<() => Promise<number>>();
after(async () => {
  for (const stop of running) await stop();
});

/** Starts the service on the folder `data`. Resolves when it is ready. Rejects with its output if it ends instead. */
export async function serveHere(
  data: string,
  env: Readonly<Record<string, string>> = {},
  openIt: OpenApplication = program.open,
): Promise<ServedHere & { readonly application: Application }> {
  const usual = { VERBATIM_DATA: data, VERBATIM_PORT: '0', VERBATIM_LOG_LEVEL: 'silent', ...storesFor(data), ...env };
  const lines: string[] = [];
  let opened: Promise<Application> | undefined;
  const open: typeof program.open = (...given) => {
    opened = openIt(...given).then(withQuickHash);
    return opened;
  };
  let ended = Promise.resolve(0);
  let stop = (): void => undefined;
  const base = await new Promise<string>((found, failed) => {
    const see = (line: string): void => {
      lines.push(line);
      const address = /listening on (http:\/\/\S+)/.exec(line)?.[1];
      if (address !== undefined) found(address);
    };
    [ended, stop] = stoppable(() => runCommandLine(['serve'], usual, { ...program, open }, see, see));
    void ended.then((code) => failed(new Error(`it ended with ${code}:\n${lines.join('\n')}`)));
  });
  if (!opened) throw new Error('it serves without an application');
  // A second signal would end the process of the tests.
  const interrupt = (): Promise<number> => {
    if (running.delete(interrupt)) stop();
    return ended;
  };
  running.add(interrupt);
  void ended.then(() => running.delete(interrupt));
  const kill = async (): Promise<void> => void (await interrupt());
  return { ...(await serverAt(base, data)), application: await opened, lines, interrupt, kill };
}

/** What a function returns that stops at SIGINT, and what stops it. Signals to this process do not reach it. */
function stoppable<T>(run: () => T): [returned: T, stop: () => void] {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const known = signals.map((signal) => process.listeners(signal));
  const returned = run();
  const [stops = []] = signals.map((signal, at) => {
    const own = process.listeners(signal).filter((listener) => !known[at]?.includes(listener));
    for (const listener of own) process.off(signal, listener);
    return own;
  });
  const stop = (): void => {
    for (const listener of stops) listener('SIGINT');
  };
  return [returned, stop];
}
