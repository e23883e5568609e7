/** The page `docs/limits.md`, made from the table of limits. Run by itself (`node --import=tsx test/support/limits-page.ts`) it writes the page. */
import { writeFileSync } from 'node:fs';
import { limitTable } from '../../src/vocabulary/limits.ts';

export const pageFile = new URL('../../docs/limits.md', import.meta.url);

const introduction = `# Limits

Everything that a caller can make is bounded: in memory, on the disk, in time on the event loop, and in the size of an answer. This page
shows the table in \`src/vocabulary/limits/\`, which the code uses. Settings bound more: \`VERBATIM_REQUESTS_PER_MINUTE_MAX\`,
\`VERBATIM_BODY_BYTES_MAX\` and others in \`docs/settings.md\`.
`;

const { format } = new Intl.NumberFormat('en');

/** Formats powers of 1,024 with their units. */
export function shown(value: number): string {
  if (value >= 1024 ** 2 && value % 1024 ** 2 === 0) return `${value / 1024 ** 2} Mi`;
  if (value >= 1024 && value % 1024 === 0) return `${value / 1024} Ki`;
  return format(value);
}

export function limitsPage(): string {
  const sections = Object.entries(limitTable).map(([title, rows]) => {
    const lines = Object.entries(rows).map(
      ([name, { value, what, why, beyond }]) => `| ${what} | ${shown(value)} | ${why} | ${beyond} | \`${name}\` |`,
    );
    return [
      `## ${title}`,
      '',
      '| what | how many | why | beyond it | in the code |',
      '| --- | --- | --- | --- | --- |',
      ...lines,
    ].join('\n');
  });
  return `${[introduction, ...sections].join('\n')}\n`.replaceAll('|\n##', '|\n\n##');
}

if (process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(pageFile, limitsPage());
