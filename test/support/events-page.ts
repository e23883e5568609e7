/** The page `docs/events.md`, made from the schemas and the sources. Run by itself (`node --import=tsx test/support/events-page.ts`) it writes the page. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type EventType, eventSchemas } from '../../src/vocabulary/events/index.ts';
import { renamedTypes, schemaVersionOf } from '../../src/vocabulary/events/upcasters.ts';
import { fieldsOf } from './event-schemas.ts';

export const eventsPageFile = new URL('../../docs/events.md', import.meta.url);

const root = resolve(import.meta.dirname, '../..');

const introduction = `# Events

Every type of event that the log may hold: its fields in today's shape, how many versions of it were ever written, which files write it and
which read it. A stored event is never changed. One of an older version is translated by the upcasters in
\`src/vocabulary/events/upcasters.ts\`, in the one place that every read passes. Payloads of every version that was ever written are in
\`test/fixtures/events/\`, and a test reads all of them. This page is generated
(\`node --import=tsx test/support/events-page.ts\`).

Beside its payload each event says who acted, when, through which client and request, because of which event, and in which version its
payload is written (\`src/vocabulary/events/metadata.ts\`).

## Changing events

After each of these: \`node --import=tsx test/support/event-fixtures.ts\` writes the fixtures that are missing, and the command above this page.
\`verbatim replay --check\` (\`docs/replay.md\`) tells what the change makes of real history.

- **Add a type**: its schema in \`src/vocabulary/events/<kind>.ts\`. Versions that do not know it skip it and note it; a version that does
  builds again what skipped it.
- **Add a field**: optional, with a meaning for its absence. Nothing else is needed, and the version stays.
- **Rename a field, or change what it holds**: change the schema, and add a function to the type's list in \`upcasters\` that makes the new payload
  of the old one. The version rises by itself. The old fixture stays, and is read through the upcaster from then on. A process of the former version
  skips events of the new one, and refuses commands on log streams that hold one (503), until it is replaced.
- **Rename a type**: the new name in the schemas, and the former one in \`renamedTypes\`.
- **Split a type**: add the new types, and write only those from now on. The old one keeps its schema and its handlers, because it stands in
  logs for ever. An upcaster makes one event of one event, never several.
- **Retire a type**: no command writes it any more. Schema, handlers and fixture stay.
`;

type Group = { readonly file: string; readonly about: string; readonly types: readonly EventType[] };

const sourcesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();

/** Without comments, which name events that the code does not touch. */
const codeOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** The files of the vocabulary, each with the types whose names stand in it as keys. */
function groups(): Group[] {
  return sourcesUnder('src/vocabulary/events').flatMap((file): Group[] => {
    const text = readFileSync(join(root, file), 'utf8');
    const types = (Object.keys(eventSchemas) as EventType[]).filter((type) =>
      new RegExp(`^  ${type}: `, 'm').test(codeOf(file)),
    );
    const about = /^\/\*\*?[\s*]*([\s\S]*?)\*\//.exec(text)?.[1] ?? '';
    const isOfUpcasters = file.endsWith('/upcasters.ts');
    return types.length === 0 || isOfUpcasters
      ? []
      : [{ file, types, about: about.replaceAll(/\s*\n\s*\*\s*/g, ' ').trim() }];
  });
}

export function eventsPage(): string {
  const code = ['commands', 'projections', 'src'].flatMap(sourcesUnder).map((file) => ({ file, text: codeOf(file) }));
  const isVocabulary = (file: string): boolean => file.startsWith('src/vocabulary/');
  const filesWith = (form: RegExp): string[] =>
    code.filter(({ file, text }) => !isVocabulary(file) && form.test(text)).map(({ file }) => `\`${file}\``);
  const row = (type: EventType): string => {
    const writers = filesWith(new RegExp(`type: '${type}'|happened\\(\\s*'${type}'`));
    const readers = filesWith(new RegExp(`^\\s+(?:async )?${type}(?:\\(|:)|(?<!type: )'${type}'`, 'm'));
    const onlyRead = readers.filter((file) => !writers.includes(file));
    const former = Object.entries(renamedTypes).filter(([, now]) => now === type);
    const names = former.length === 0 ? '' : ` Formerly ${former.map(([name]) => `\`${name}\``).join(', ')}.`;
    return [
      `### ${type}`,
      '',
      `Versions: ${schemaVersionOf(type)}.${names} ${fieldsOf(type)}`,
      '',
      `- written by: ${writers.join(', ') || 'nobody any more'}`,
      `- read by: ${onlyRead.join(', ') || 'nobody but those who read the log'}`,
    ].join('\n');
  };
  const sections = groups().map(({ file, about, types }) =>
    [`## \`${file}\``, '', about, '', types.map(row).join('\n\n')].join('\n'),
  );
  return `${[introduction, ...sections].join('\n\n').replaceAll('\n\n\n', '\n\n')}\n`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(eventsPageFile, eventsPage());
