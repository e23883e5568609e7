import { settings } from '../config.ts';
import type { OwnSubcommand } from './subcommand.ts';

export const config: OwnSubcommand = {
  name: 'config',
  summary: 'Print every setting, its default and the value in force',
  async run({ config: current, env, print }) {
    for (const { variable, field, fallback, meaning } of settings) {
      const value = field === null ? (env[variable] ? '(set)' : '(not set)') : shown(current[field]);
      const standard =
        typeof fallback === 'string' ? fallback : `${fallback.development}; in production ${fallback.production}`;
      print(`${variable}=${value}`);
      print(`    ${meaning}. Default: ${standard || '(empty)'}`);
    }
  },
};

/** Hides the credentials that an address may contain, and the password of a key that one of its options names. */
const shown = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(shown).join(',')
    : String(value)
        .replace(/\/\/.*@/, '//(credentials)@')
        .replaceAll(/(password)=[^&]*/gi, '$1=(hidden)');
