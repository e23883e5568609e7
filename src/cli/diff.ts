import { Differences, linesOf } from '../replay/differences.ts';
import { openedReplay } from '../replay/opened-replay.ts';
import { everySecond } from './long-task.ts';
import { notifyUnknown } from './replay/event-line.ts';
import { sourceOptions, textOf, withHistory } from './replay/source.ts';
import { type OwnSubcommand, UsageError } from './subcommand.ts';

export const diff: OwnSubcommand = {
  name: 'diff',
  oneIsAnAnswer: true,
  summary: 'Show what differs between two moments, document by document and field by field',
  options: {
    from: { type: 'string', help: 'the earlier moment: ISO 8601, position:N or an event id' },
    to: { type: 'string', help: 'the later moment (default: the end)' },
    ...sourceOptions,
  },
  paths: ['export'],
  optionOf: { until: 'to' },
  async run(context, values) {
    const { from, to, realm } = {
      from: textOf(values, 'from'),
      to: textOf(values, 'to'),
      realm: textOf(values, 'realm'),
    };
    if (from === undefined) throw new UsageError('--from is missing (`verbatim help diff`)');
    await withHistory(context, 'diff', values, async (history) => {
      const report = everySecond(context.notify);
      const differences = new Differences();
      let isWatching = false;
      const change = (changes: Parameters<Differences['add']>[0]): void => {
        if (isWatching) differences.add(changes);
      };
      const tools = await context.replayTools();
      const opened = await openedReplay(history, { from, until: to, realm }, tools, { change });
      try {
        const folded = (events: number): void => report('folded', events);
        await opened.past.advance(opened.begin?.position ?? 0, folded);
        isWatching = true;
        await opened.past.advance(opened.end.position, folded);
        notifyUnknown(opened.past.unknownTypes, context.notify);
        for (const one of differences.sorted()) for (const line of linesOf(one)) context.print(line);
      } finally {
        await opened.close();
      }
    });
  },
};
