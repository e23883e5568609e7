/**
 * `npm run test:openapi`: fetches the description of the API from a running server, lints and validates it, generates two clients
 * from it, type-checks the programs in `clients/` against them, and runs these programs against the server. The tools are installed
 * in this folder, because they need TypeScript 5.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startServer } from '../support/server.ts';

const cwd = fileURLToPath(new URL('.', import.meta.url));

function run(command: string, ...args: string[]): Promise<void> {
  process.stdout.write(`> ${command} ${args.join(' ')}\n`);
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args[0]} ended with ${code}`)),
    );
  });
}

const tool = (name: string, ...args: string[]) => run(`node_modules/.bin/${name}`, ...args);

if (!existsSync(`${cwd}/node_modules`)) await run('npm', 'ci', '--ignore-scripts');
const server = await startServer();
try {
  await rm(`${cwd}/generated`, { recursive: true, force: true });
  await mkdir(`${cwd}/generated`);
  const description = await fetch(`${server.base}/api/v1/openapi.json`);
  await writeFile(`${cwd}/generated/openapi.json`, await description.text());

  await tool('redocly', 'lint', '--max-problems=20', '--extends=recommended', 'generated/openapi.json');
  await run('node', 'validate.mjs', 'generated/openapi.json');
  await tool('openapi-typescript', 'generated/openapi.json', '--output', 'generated/openapi-typescript.ts');
  const output = ['--input', './generated/openapi.json', '--output', './generated/hey-api'];
  await tool('openapi-ts', ...output, '--client', '@hey-api/client-fetch', '--no-log-file');
  await tool('tsc', '--project', 'tsconfig.json');

  const { account } = server.as('member');
  const given = [server.base, account.email, account.api_key, String(account.user_id)];
  for (const program of ['openapi-fetch', 'hey-api'])
    await run(process.execPath, '--import=tsx', `clients/${program}.ts`, ...given);
  process.stdout.write('Two generated clients registered, sent, listed and polled.\n');
} finally {
  await server.stop();
}
