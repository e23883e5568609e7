/** The output of `verbatim help`. */
import type { Subcommand } from './subcommand.ts';

export function helpFor(all: readonly Subcommand[]): string[] {
  const width = Math.max(...all.map(({ name }) => name.length));
  return [
    'Usage: verbatim <command> [options]. Settings come from the environment; `verbatim config` lists them.',
    ...all.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '`verbatim help <command>` lists the options of a command, and `verbatim version` prints the version.',
  ];
}

export function helpOf(subcommand: Subcommand): string[] {
  const { word, options = {} } = subcommand;
  const named = Object.entries(options).filter(([name]) => name !== word);
  const areSeveral = word !== undefined && options[word]?.multiple === true;
  return [
    `verbatim ${subcommand.name}${word ? ` ${word.toUpperCase()}` : ''}${areSeveral ? '…' : ''}: ${subcommand.summary}`,
    ...(word ? [`  ${word.toUpperCase()}  ${options[word]?.help ?? ''}`] : []),
    ...named.map(([name, { type, help }]) => `  --${name}${type === 'string' ? ' …' : ''}  ${help}`),
  ];
}
