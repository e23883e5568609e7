/** Expressions that select the events at which a replay stops: `type=MessageEdited stream=message-1.17 actor=17 at>2026-11-22`. */
import { eventTypeNamed, type Recorded } from '../vocabulary/events/index.ts';
import { momentOf } from '../vocabulary/moment.ts';
import { ReplayRefused } from './survey.ts';

export type BreakPoint = (event: Recorded) => boolean;

type Test = (event: Recorded, operator: string, value: string) => boolean;

const equals =
  (of: (event: Recorded) => string): Test =>
  (event, _, value) =>
    of(event) === value;

const ordered =
  (of: (event: Recorded) => number, parse: (text: string) => number): Test =>
  (event, operator, text) => {
    const [is, value] = [of(event), parse(text)];
    switch (operator) {
      case '>':
        return is > value;
      case '>=':
        return is >= value;
      case '<':
        return is < value;
      case '<=':
        return is <= value;
      default:
        return is === value;
    }
  };

const timeOf = (text: string): number => {
  const moment = momentOf(text);
  return moment?.kind === 'time' ? moment.at : Number.NaN;
};

const fields: Readonly<Record<string, Test>> = {
  type: equals(({ type }) => type),
  stream: equals(({ stream }) => stream),
  actor: equals(({ metadata }) => String(metadata.actor ?? 'service')),
  client: equals(({ metadata }) => metadata.client),
  request: equals(({ metadata }) => metadata.requestId),
  id: equals(({ id }) => id),
  at: ordered(({ metadata }) => metadata.at, timeOf),
  position: ordered(({ position }) => position, Number),
};

/** Finds values that no event can have, because with such a value the command `c` would run to the end. */
const whatIsWrong: Readonly<Record<string, (value: string) => string | undefined>> = {
  type: (value) => (eventTypeNamed(value) === value ? undefined : 'is not an event type (docs/events.md)'),
  actor: (value) => (/^(\d+|service)$/.test(value) ? undefined : 'is neither the id of a user nor `service`'),
  at: (value) => (Number.isNaN(timeOf(value)) ? 'is not a time in ISO 8601' : undefined),
  position: (value) => (/^\d+$/.test(value) ? undefined : 'is not a position'),
};

/** Throws ReplayRefused, with the place of the syntax error. */
export function breakPointOf(text: string): BreakPoint {
  const tests: BreakPoint[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const at = index + 1;
    const [, field = '', operator = '', value = ''] = /^([a-z]+)(>=|<=|[=<>])(.+)$/.exec(word) ?? [];
    const test = fields[field];
    if (operator === '') throw new ReplayRefused(`${word} (at ${at}) is not a condition: write field=value`);
    if (!test)
      throw new ReplayRefused(`${field} (at ${at}) is not a field: the fields are ${Object.keys(fields).join(', ')}`);
    const isOrdered = field === 'at' || field === 'position';
    if (!isOrdered && operator !== '=') throw new ReplayRefused(`${word} (at ${at}): ${field} has no order, use =`);
    const wrong = whatIsWrong[field]?.(value);
    if (wrong !== undefined) throw new ReplayRefused(`${value} (at ${at + word.length - value.length}) ${wrong}`);
    tests.push((event) => test(event, operator, value));
  }
  if (tests.length === 0) throw new ReplayRefused('the condition is empty: write field=value');
  return (event) => tests.every((test) => test(event));
}
