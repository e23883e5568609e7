/** The program behind the `verbatim` command. */
import { runCommandLine } from './cli/command-line.ts';

// The reader of the output may have closed it (`verbatim log | head`). Then the exit code is that of a program that SIGPIPE ended, because
// 1 would mean a difference or a failure. If the disk is full, the exit code is 2.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(141);
  process.stderr.write(`verbatim: the output cannot be written: ${error.message}\n`);
  process.exit(2);
});

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  // `verbatim help`, and commands for a running server, need no stores. The code that opens stores is loaded on demand.
  open: async (...given) => (await import('./main.ts')).openApplication(...given),
  openFiles: async (...given) => (await import('./stores.ts')).openFiles(...given),
  openFilesToRead: async (...given) => (await import('./stores.ts')).openFilesToRead(...given),
  openLogToVerify: async (...given) => (await import('./stores.ts')).openLogToVerify(...given),
  replayTools: async () => (await import('./replay-tools.ts')).replayTools,
  fillLog: async (...given) => (await import('./stores.ts')).fillLog(...given),
});
