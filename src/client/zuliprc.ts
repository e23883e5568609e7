/** The account file of Zulip's clients: `[api]` with `email`, `key` and `site`. */
import type { Account } from './transport.ts';

/** Parses the text of a `zuliprc` file. Throws if something is missing. */
export function readZuliprc(text: string): Account {
  const values = new Map<string, string>();
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    section = /^\s*\[(.*)\]\s*$/.exec(line)?.[1] ?? section;
    const [, name, value] = /^\s*([a-z_]+)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (section === 'api' && name !== undefined && value !== undefined) values.set(name, value);
  }
  const needed = (name: string): string => {
    const value = values.get(name);
    if (!value) throw new Error(`the zuliprc file has no ${name} in its section [api]`);
    return value;
  };
  return { site: needed('site'), email: needed('email'), apiKey: needed('key') };
}
