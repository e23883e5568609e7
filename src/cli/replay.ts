import { writeFile } from 'node:fs/promises';
import { Baseline, baselineOf, firstDifference } from '../replay/baseline.ts';
import { digestsIn } from '../replay/digests.ts';
import type { History } from '../replay/history.ts';
import { openedReplay, type ReplayOrder } from '../replay/opened-replay.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';
import { textOfFile } from './given-file.ts';
import { everySecond } from './long-task.ts';
import { notifyUnknown } from './replay/event-line.ts';
import { sourceOptions, textOf, withHistory } from './replay/source.ts';
import { steppingIn, stepThrough } from './replay/stepping.ts';
import { type CommandContext, Differs, type OwnSubcommand, UsageError, type Values } from './subcommand.ts';

export const replay: OwnSubcommand = {
  name: 'replay',
  oneIsAnAnswer: true,
  summary:
    'Fold history up to a moment: digests of every read model, one event at a time, compared with a baseline, or served',
  options: {
    until: {
      type: 'string',
      help: 'the moment at which it ends: ISO 8601, position:N or an event id (default: the end)',
    },
    ...sourceOptions,
    step: {
      type: 'boolean',
      help: 'one event at a time: n(ext), c(ontinue), b EXPR, p MODEL [ID], d(iff), w(ho), q(uit)',
    },
    from: { type: 'string', help: 'the moment after which steps begin (default: before the first event)' },
    break: {
      type: 'string',
      multiple: true,
      help: 'with --step: an EXPR such as `type=MessageEdited actor=17`, where `c` stops; may be repeated',
    },
    script: { type: 'string', help: 'with --step: a file of these commands, one on each line' },
    inspect: {
      type: 'boolean',
      help: "with --step: wait for Node's debugger, and stop in it before the handlers of every event at which a break stops",
    },
    check: {
      type: 'string',
      help: 'compare with the baseline in this file: exit code 1 and the first difference if they differ',
    },
    write: { type: 'boolean', help: 'with --check: write the baseline to the file instead' },
    serve: {
      type: 'boolean',
      help: 'answer GET requests as of the moment --until, on this machine only, until it is interrupted',
    },
    port: { type: 'string', help: 'with --serve: where it listens (default: a port that is free)' },
  },
  word: 'port',
  paths: ['export', 'script', 'check'],
  async run(context, values) {
    const order: ReplayOrder = {
      realm: textOf(values, 'realm'),
      from: textOf(values, 'from'),
      until: textOf(values, 'until'),
    };
    assertTogether(values);
    if (values.serve === true) return (await import('./replay/serving-past.ts')).servePast(context, values);
    const stepping = values.step === true ? await steppingIn(values) : undefined;
    await withHistory(context, 'replay', values, (history) => {
      const file = textOf(values, 'check');
      if (file !== undefined) return check(history, order, file, values.write === true, context);
      if (stepping) return stepThrough(history, order, context, stepping);
      return digest(history, order, context);
    });
  },
};

/** Checks options that have a meaning only with another option. */
function assertTogether(values: Values): void {
  const needed = [
    ...(['from', 'break', 'script', 'inspect'] as const).map((name) => [name, 'step'] as const),
    ['write', 'check'] as const,
    ['port', 'serve'] as const,
  ];
  for (const [name, other] of needed)
    if (values[name] !== undefined && values[other] === undefined)
      throw new UsageError(`${name === 'port' ? 'PORT' : `--${name}`} needs --${other} (\`verbatim help replay\`)`);
  const forms = (['step', 'check', 'serve'] as const).filter((name) => values[name] !== undefined);
  if (forms.length > 1) throw new UsageError(`${forms.map((name) => `--${name}`).join(' and ')} exclude each other`);
}

async function digest(
  history: History,
  order: ReplayOrder,
  { print, notify, replayTools }: CommandContext,
): Promise<void> {
  const began = performance.now();
  const report = everySecond(notify);
  const tools = await replayTools();
  const opened = await openedReplay(history, order, tools);
  try {
    const { past, end, plan } = opened;
    await past.advance(end.position, (events) => report('folded', events));
    const digests = await past.read((view) => digestsIn(view, tools.projections));
    const ms = performance.now() - began;
    const { realmId: wanted } = plan.scope;
    const folded = plan.organizations.filter(({ realmId }) => wanted === undefined || realmId === wanted);
    print(`organizations=${folded.map(({ subdomain }) => subdomain).join(',')}`);
    print(`until=${new Date(end.at).toISOString()} position=${end.position} event=${end.id}`);
    print(
      `events=${past.folded} ms=${Math.round(ms)} per_second=${Math.round((past.folded * 1000) / Math.max(ms, 1))}`,
    );
    for (const [name, { count, sha256 }] of Object.entries(digests)) {
      const behind = Object.keys(past.models[name]?.behind ?? {});
      print(
        `model=${name} documents=${count} sha256=${sha256}${behind.length > 0 ? ` behind=${behind.join(',')}` : ''}`,
      );
    }
    notifyUnknown(past.unknownTypes, notify);
  } finally {
    await opened.close();
  }
}

async function check(
  history: History,
  order: ReplayOrder,
  file: string,
  writes: boolean,
  { print, notify, replayTools }: CommandContext,
): Promise<void> {
  const report = everySecond(notify);
  const folded = (events: number): void => report('folded', events);
  const tools = await replayTools();
  if (writes) {
    const { baseline, events, unknownTypes } = await baselineOf(history, order, tools, { folded });
    notifyUnknown(unknownTypes, notify);
    await writeFile(file, `${JSON.stringify(baseline, null, 2)}\n`);
    print(`baseline=${file} events=${events} marks=${baseline.marks.length}`);
    return;
  }
  const expected = await baselineIn(file);
  const at = expected.marks.map(({ event }) => event);
  const { baseline, events, unknownTypes } = await baselineOf(history, order, tools, { at, folded });
  notifyUnknown(unknownTypes, notify);
  const difference = firstDifference(expected, baseline);
  if (difference !== undefined) throw new Differs(difference);
  print(`equal events=${events} marks=${baseline.marks.length}`);
}

async function baselineIn(file: string): Promise<Baseline> {
  const text = await textOfFile('check', file, '; --write makes it');
  try {
    return Baseline.parse(JSON.parse(text));
  } catch {
    throw new WrongValue('check', `${file} is no baseline of \`verbatim replay --check … --write\``);
  }
}
