/** The page `docs/events.md`, made from the schemas and the sources. Run by itself (`node --import=tsx test/support/events-page.ts`) it writes the page. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type EventType, eventSchemas } from '../../src/vocabulary/events/index.ts';
import { renamedTypes, schemaVersionOf } from '../../src/vocabulary/events/upcasters.ts';
import { fieldsOf } from './event-schemas.ts';

export const eventsPageFile = new URL('../../docs/events.md', import.meta.url);

const root = resolve(import.meta.dirname, '../..');

const introduction = `# Events

This page lists every type of event that the log may hold: its fields in their present shape, the number of its versions, which files write
it and which read it. A stored event is never changed. Events of older versions are translated by the upcasters in
\`src/vocabulary/events/upcasters.ts\`, in one place through which every read goes. Payloads of every version that was ever written are in
\`test/fixtures/events/\`, and a test reads all of them. This page is generated
(\`node --import=tsx test/support/events-page.ts\`).

The metadata of each event say who acted, when, through which client and request, because of which event, and in which version the
payload is written (\`src/vocabulary/events/metadata.ts\`).

## Changing events

After each change, \`node --import=tsx test/support/event-fixtures.ts\` writes the missing fixtures, and the command above writes this page.
\`verbatim replay --check\` (\`docs/replay.md\`) shows how the change affects real history.

- **Add a type**: add its schema to \`src/vocabulary/events/<kind>.ts\`. Versions that do not know the type skip its events and note that; a
  version that knows it rebuilds the read models that have skipped it.
- **Add a field**: make it optional, and define what its absence means. Nothing else is needed, and the version stays.
- **Rename a field, or change what it holds**: change the schema, and add a function to the type's list in \`upcasters\` that makes the new payload
  from the old one. The version is the length of this list plus one. The old fixture stays, and is read through the upcaster from then on. A
  process of the former version skips events of the new one, and refuses commands on log streams that hold one (503), until it is replaced.
- **Rename a type**: put the new name into the schemas, and the former one into \`renamedTypes\`.
- **Split a type**: add the new types, and write only those from now on. The old type keeps its schema and its handlers, because existing
  logs hold its events. An upcaster makes one event from one event, never several.
- **Retire a type**: let no command write it any more. Schema, handlers and fixture stay.
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

/** The files of the vocabulary, each with the types that are keys in it. */
function groups(): Group[] {
  return sourcesUnder('src/vocabulary/events').flatMap((file): Group[] => {
    const text = readFileSync(join(root, file), 'utf8');
    const code = codeOf(file);
    const types = (Object.keys(eventSchemas) as EventType[]).filter((type) =>
      new RegExp(`^  ${type}: `, 'm').test(code),
    );
    const about = /^\/\*\*?[\s*]*([\s\S]*?)\*\//.exec(text)?.[1] ?? '';
    const isOfUpcasters = file.endsWith('/upcasters.ts');
    return types.length === 0 || isOfUpcasters
      ? []
      : [{ file, types, about: about.replaceAll(/\s*\n\s*\*\s*/g, ' ').trim() }];
  });
}

export function eventsPage(): string {
  const isVocabulary = (file: string): boolean => file.startsWith('src/vocabulary/');
  const code = ['commands', 'projections', 'src']
    .flatMap(sourcesUnder)
    .filter((file) => !isVocabulary(file))
    .map((file) => ({ file, text: codeOf(file) }))
    .map((one) => ({ ...one, words: new Set(one.text.match(/\w+/g)) }));
  const filesWith = (type: EventType, form: RegExp): string[] =>
    code.filter(({ text, words }) => words.has(type) && form.test(text)).map(({ file }) => `\`${file}\``);
  const row = (type: EventType): string => {
    const writers = filesWith(type, new RegExp(`type: '${type}'|happened\\(\\s*'${type}'`));
    const readers = filesWith(type, new RegExp(`^\\s+(?:async )?${type}(?:\\(|:)|(?<!type: )'${type}'`, 'm'));
    const onlyRead = readers.filter((file) => !writers.includes(file));
    const former = Object.entries(renamedTypes).filter(([, now]) => now === type);
    const names = former.length === 0 ? '' : ` Formerly ${former.map(([name]) => `\`${name}\``).join(', ')}.`;
    return [
      `### ${type}`,
      '',
      `Versions: ${schemaVersionOf(type)}.${names} ${fieldsOf(type)}`,
      '',
      `- written by: ${writers.join(', ') || 'no command any more'}`,
      `- read by: ${onlyRead.join(', ') || 'no code; it is for people who read the log'}`,
    ].join('\n');
  };
  const sections = groups().map(({ file, about, types }) =>
    [`## \`${file}\``, '', about, '', types.map(row).join('\n\n')].join('\n'),
  );
  return `${[introduction, ...sections].join('\n\n').replaceAll('\n\n\n', '\n\n')}\n`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(eventsPageFile, eventsPage());
