import { expect } from 'chai';
import { z } from 'zod';
import { readParameters } from '../../../src/http/request/parameter-errors.ts';
import {
  anyText,
  boolean,
  count,
  id,
  integer,
  json,
  pathId,
  quotable,
  raw,
} from '../../../src/http/request/parameters.ts';
import { ChannelId, UserId } from '../../../src/vocabulary/ids.ts';

const Subscriptions = z.array(z.strictObject({ name: z.string(), description: z.string().optional() }));
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

const parameters = {
  text: raw(),
  short: raw(z.string().trim().max(3)),
  blank: raw(z.string().min(1)),
  any: anyText(),
  quoted: quotable(),
  kind: quotable(z.enum(['add', 'remove'])),
  number: integer(),
  flag: boolean(),
  stream_id: id(ChannelId),
  user_id: pathId(UserId),
  num_before: count(),
  names: json(z.array(z.string())),
  subscriptions: json(Subscriptions),
  pairs: json(z.array(z.tuple([z.string(), z.string()]))),
  properties: json(z.array(z.object({ value: z.union([z.string(), z.boolean()]) }))),
  to: json(z.union([z.int(), z.string()])),
  principals: json(z.union([z.array(z.int()), z.array(z.string())])),
  own: raw(z.string().refine((text) => text === 'x', { error: 'own must be x' })),
  anything: json(z.unknown()),
};
type Name = keyof typeof parameters;

const reading = (name: Name, sent: string | undefined) =>
  readParameters(z.object({ [name]: parameters[name] }), sent === undefined ? {} : { [name]: sent });

describe('parameters on the wire', () => {
  const good: [Name, string, unknown][] = [
    ['text', '', ''],
    ['text', ' "as it is" ', ' "as it is" '],
    ['short', '  abc ', 'abc'],
    ['any', 'a\0b', 'a\0b'],
    ['quoted', 'New Name', 'New Name'],
    ['quoted', '"New Name"', 'New Name'],
    ['quoted', '"New" Name', '"New" Name'],
    ['quoted', '"a\\u00e9\\n"', 'aé\n'],
    ['quoted', '12', '12'],
    ['kind', '"add"', 'add'],
    ['number', '-7', -7],
    ['number', '9007199254740991', Number.MAX_SAFE_INTEGER],
    ['flag', 'true', true],
    ['flag', 'false', false],
    ['stream_id', '4', 4],
    ['user_id', '10', 10],
    ['user_id', '0', 0],
    ['num_before', '0', 0],
    ['num_before', '9007199254740991', Number.MAX_SAFE_INTEGER],
    ['names', '["a","😀"]', ['a', '😀']],
    ['names', '["\\\\u0000"]', ['\\u0000']],
    ['subscriptions', '[{"name":"x"}]', [{ name: 'x' }]],
    ['to', '"x"', 'x'],
    ['principals', '["a"]', ['a']],
    ['anything', deep(50), JSON.parse(deep(50))],
    ['anything', JSON.stringify('['.repeat(100)), '['.repeat(100)],
  ];
  for (const [name, sent, value] of good)
    it(`${name}=${sent.slice(0, 60)} is read`, () => {
      expect(reading(name, sent)).to.deep.equal({ ok: true, values: { [name]: value } });
    });

  const bad: [Name, string | undefined, string, string?][] = [
    ['text', undefined, "Missing 'text' argument", 'REQUEST_VARIABLE_MISSING'],
    ['subscriptions', undefined, "Missing 'subscriptions' argument", 'REQUEST_VARIABLE_MISSING'],
    ['number', undefined, "Missing 'number' argument", 'REQUEST_VARIABLE_MISSING'],
    ['own', undefined, "Missing 'own' argument", 'REQUEST_VARIABLE_MISSING'],
    ['text', 'a\0b', 'text must not contain null bytes'],
    ['quoted', '"a\\u0000"', 'quoted must not contain null bytes'],
    ['names', '["a\\u0000"]', 'names must not contain null bytes'],
    ['anything', '{"a\\u0000":1}', 'anything must not contain null bytes'],
    ['names', '["\\ud800"]', 'names must not contain null bytes'],
    ['short', 'abcd', 'short is too long (limit: 3 characters)'],
    ['blank', '', 'blank cannot be blank.'],
    ['kind', 'toggle', 'Invalid kind'],
    ['number', '', 'Argument "number" is not valid JSON.'],
    ['number', 'abc', 'Argument "number" is not valid JSON.'],
    ['number', '1.5', 'number is not an integer'],
    ['number', '"1"', 'number is not an integer'],
    ['number', '9007199254740992', 'number is not an integer'],
    ['number', '-9007199254740993', 'number is not an integer'],
    ['number', '1e400', 'number is not an integer'],
    ['flag', 'True', 'Argument "flag" is not valid JSON.'],
    ['flag', '1', 'flag is not a boolean'],
    ['stream_id', '0', 'Invalid stream_id'],
    ['stream_id', '-1', 'Invalid stream_id'],
    ['stream_id', '9007199254740993', 'stream_id is not an integer'],
    ['user_id', 'abc', "Bad value for 'user_id': abc", 'REQUEST_VARIABLE_INVALID'],
    ['user_id', '9007199254740993', "Bad value for 'user_id': 9007199254740993", 'REQUEST_VARIABLE_INVALID'],
    ['user_id', '-1', "Bad value for 'user_id': -1", 'REQUEST_VARIABLE_INVALID'],
    ['num_before', '9007199254740992', "Bad value for 'num_before': 9007199254740992", 'REQUEST_VARIABLE_INVALID'],
    ['num_before', '-1', "Bad value for 'num_before': -1", 'REQUEST_VARIABLE_INVALID'],
    ['num_before', 'x'.repeat(1000), `Bad value for 'num_before': ${'x'.repeat(200)}…`, 'REQUEST_VARIABLE_INVALID'],
    ['names', '{}', 'names is not a list'],
    ['names', '["a",1]', 'names[1] is not a string'],
    ['names', '["a"', 'Argument "names" is not valid JSON.'],
    ['subscriptions', '["x"]', 'subscriptions[0] is not a dict'],
    ['subscriptions', '[{"name":1}]', 'subscriptions[0]["name"] is not a string'],
    ['subscriptions', '[{}]', 'name key is missing from subscriptions[0]'],
    ['subscriptions', '[{"name":"x","colour":1}]', 'Unexpected arguments: colour'],
    ['pairs', '[["a"]]', 'pairs[0] should have exactly 2 items'],
    ['properties', '[{}]', 'value key is missing from properties[0]'],
    ['properties', '[{"value":1}]', 'properties[0]["value"] is not a string or boolean'],
    ['to', '[]', 'to is not an integer or string'],
    ['principals', '[1,"a"]', 'principals[1] is not an integer'],
    ['principals', '7', 'principals is not a list'],
    ['own', 'y', 'own must be x'],
    ['anything', deep(51), 'Argument "anything" is nested too deeply.'],
    ['anything', deep(200_000), 'Argument "anything" is nested too deeply.'],
  ];
  for (const [name, sent, msg, code = 'BAD_REQUEST'] of bad)
    it(`${name}=${sent?.slice(0, 60) ?? '(nothing)'} is answered: ${msg.slice(0, 60)}`, () => {
      const read = reading(name, sent);
      expect(read).to.have.property('ok', false);
      if (read.ok) return;
      expect(read.problem).to.include({ status: 400, code, msg });
      if (code === 'REQUEST_VARIABLE_MISSING') expect(read.problem.fields).to.deep.equal({ var_name: name });
      if (code === 'REQUEST_VARIABLE_INVALID') expect(read.problem.fields).to.include({ var_name: name });
    });

  it('optional parameters may be missing, others have a default', () => {
    const schema = z.object({ a: integer().optional(), b: boolean().default(true), c: raw().default('c') });
    expect(readParameters(schema, {})).to.deep.equal({ ok: true, values: { b: true, c: 'c' } });
  });

  it('the first invalid parameter in the order of declaration is reported', () => {
    const read = readParameters(z.object({ a: integer(), b: raw() }), { a: 'x' });
    expect(read.ok ? '' : read.problem.msg).to.equal('Argument "a" is not valid JSON.');
  });
});
