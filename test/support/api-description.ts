/** The description of the API in a strict form for tests: objects have only the declared fields. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openapi, openapiEndpoint } from '../../src/http/openapi/openapi.ts';
import { endpoints } from '../../src/http/routes/index.ts';

const description = await openapi([...endpoints, openapiEndpoint(endpoints)], { strict: true });

type Operation = { readonly responses: Readonly<Record<string, object>> };
const { paths } = description as { paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

// That the description is valid is tested once. To optimize the code of a check takes longer than all of its calls.
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, code: { optimize: false } });
ajv.addSchema(description, 'api');
const checks = new Map<string, ValidateFunction>();
/** By the text of the schema: most are of errors, which many endpoints have alike. */
const checksOfTexts = new Map<string, ValidateFunction>();

const schemaAt = (keys: readonly string[]): unknown =>
  keys.reduce<unknown>((within, key) => (within as Readonly<Record<string, unknown>>)[key], description);

function checkAt(keys: readonly string[]): ValidateFunction {
  const pointer = keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
  const known = checks.get(pointer);
  if (known) return known;
  const text = JSON.stringify(schemaAt(keys));
  const check = checksOfTexts.get(text) ?? ajv.compile({ $ref: `api#${pointer}` });
  checksOfTexts.set(text, check);
  checks.set(pointer, check);
  return check;
}

/** Checks a value against the schema at the path `keys` of the description. Returns the errors; undefined if there are none. */
export function schemaErrors(keys: readonly string[], value: unknown): string | undefined {
  const check = checkAt(keys);
  return check(value) ? undefined : JSON.stringify(check.errors);
}

const templates = Object.keys(paths).map((path) => ({
  path,
  form: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[a-z_]+\}/g, '[^/]+')}$`),
}));

/** The path of the description that matches a request. A path without parameters takes precedence. */
const describedPath = (path: string): string | undefined =>
  path in paths ? path : templates.find(({ form }) => form.test(path))?.path;

/** Fails if an answer is not as the operation describes it. Paths and methods that are not described are not checked. */
export function expectDescribed(method: string, path: string, status: number, body: unknown): void {
  const known = describedPath(path);
  const operation = known === undefined ? undefined : paths[known]?.[method.toLowerCase()];
  if (known === undefined || !operation) return;
  const wrongly = (how: string): Error =>
    new Error(`${method} ${path} answered ${status} ${JSON.stringify(body).slice(0, 2000)}: ${how}`);
  if (!(status in operation.responses)) throw wrongly('a status that is not described');
  const at = [
    'paths',
    known,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ];
  const wrong = schemaErrors(at, body);
  if (wrong !== undefined) throw wrongly(wrong);
}
