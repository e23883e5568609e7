import { scoped } from '../replay/history.ts';
import { surveyed } from '../replay/survey.ts';
import { type Traced, trace as traced } from '../replay/trace.ts';
import { eventLine } from './replay/event-line.ts';
import { sourceOptions, textOf, withHistory } from './replay/source.ts';
import { type OwnSubcommand, UsageError } from './subcommand.ts';

export const trace: OwnSubcommand = {
  name: 'trace',
  oneIsAnAnswer: true,
  summary: 'Show what caused a message, request or event, and what it caused, as a tree',
  options: {
    subject: { type: 'string', help: 'the id of a message, of a request or of an event' },
    ...sourceOptions,
  },
  word: 'subject',
  paths: ['export'],
  async run(context, values) {
    const subject = textOf(values, 'subject');
    if (subject === undefined) throw new UsageError('SUBJECT is missing (`verbatim help trace`)');
    await withHistory(context, 'trace', values, async (history) => {
      const { scope } = await surveyed(history, { realm: textOf(values, 'realm'), moments: [] });
      for (const tree of await traced(scoped(history, scope), subject)) printTree(tree, '', context.print);
    });
  },
};

/** The requested subject is marked with an asterisk. */
function printTree({ event, isSubject, caused }: Traced, indent: string, print: (line: string) => void): void {
  print(`${indent}${isSubject ? '* ' : '  '}${eventLine(event)}`);
  for (const one of caused) printTree(one, `${indent}  `, print);
}
