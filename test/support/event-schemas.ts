/** The schemas of events as JSON Schema: example payloads made of them, and their fields in words. */
import { z } from 'zod';
import { type EventType, eventSchemas } from '../../src/vocabulary/events/index.ts';

type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly $ref?: string;
};

const schemaOf = (type: EventType): Schema => z.toJSONSchema(eventSchemas[type], { io: 'input' }) as Schema;

/** A payload with every field, one without those that may be absent, and one for each further alternative of a field. */
export function examplesOf(type: EventType): object[] {
  const schema = schemaOf(type);
  const fields = Object.entries(schema.properties ?? {});
  const base = exampleOf(schema, true) as Record<string, unknown>;
  const alternatives = fields.flatMap(([name, field]) =>
    alternativesOf(field)
      .slice(1)
      .map((one) => ({ ...base, [name]: exampleOf(one, true) })),
  );
  const all = [base, exampleOf(schema, false) as object, ...alternatives];
  const texts = new Map(all.map((one) => [JSON.stringify(one), one]));
  return [...texts.values()].filter((one) => eventSchemas[type].safeParse(one).success);
}

/** The types that a field takes, one by one. */
function alternativesOf(schema: Schema): readonly Schema[] {
  const { type } = schema;
  if (typeof type === 'object') return type.map((one) => ({ ...schema, type: one }));
  return schema.anyOf ?? schema.oneOf ?? [];
}

function exampleOf(schema: Schema, isWhole: boolean): unknown {
  const [first] = alternativesOf(schema);
  if (first) return exampleOf(first, isWhole);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return objectOf(schema, isWhole);
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((one) => exampleOf(one, isWhole));
      return isWhole || schema.minItems ? [exampleOf(schema.items ?? {}, isWhole)] : [];
    case 'integer':
    case 'number':
      return Math.max(7, schema.minimum ?? 0, (schema.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return isWhole;
    case 'null':
      return null;
    default:
      return textOf(schema);
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, isWhole: boolean): object {
  const known = Object.entries(properties).filter(([name]) => isWhole || required.includes(name));
  const open =
    typeof additionalProperties === 'object' && isWhole ? { key: exampleOf(additionalProperties, isWhole) } : {};
  return { ...Object.fromEntries(known.map(([name, field]) => [name, exampleOf(field, isWhole)])), ...open };
}

/** Texts that fit the patterns of ids, hashes and dates. */
const texts = [
  'a text',
  'en',
  'a-name',
  'image/png',
  '018f0000-0000-7000-8000-000000000001',
  '1700000000:42',
  'a'.repeat(64),
  'a'.repeat(43),
  '2026-11-22',
  'subdomain',
  'a.example',
  '1f389',
  '#123456',
  'user@a.example',
  'https://a.example/',
];

function textOf({ pattern, minLength = 0 }: Schema): string {
  const form = pattern === undefined ? /^/ : new RegExp(pattern, 'u');
  const found = texts.find((text) => form.test(text) && text.length >= minLength);
  if (found === undefined) throw new Error(`no example fits ${pattern}: add one`);
  return found;
}

/** `messageId: integer · place: {kind, channelId, topic} or {…} · alerted?: [integer]`. */
export function fieldsOf(type: EventType): string {
  const { properties = {}, required = [] } = schemaOf(type);
  const shown = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${inWords(field)}`,
  );
  return shown.join(' · ') || '–';
}

function inWords(schema: Schema): string {
  const choices = alternativesOf(schema);
  if (choices.length > 0) return [...new Set(choices.map(inWords))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.prefixItems) return `[${schema.prefixItems.map(inWords).join(', ')}]`;
  if (schema.type === 'array') return `[${inWords(schema.items ?? {})}]`;
  if (schema.type !== 'object') return String(schema.type ?? 'any value');
  if (schema.properties === undefined) return 'object of any keys';
  const names = Object.keys(schema.properties).map((name) => (schema.required?.includes(name) ? name : `${name}?`));
  return `{${names.join(', ')}}`;
}
