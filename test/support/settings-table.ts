/** The table in docs/settings.md, generated from the settings; a test compares them. */
import { settings } from '../../src/config.ts';

/** Markdown: variable, default (in development, in production), meaning. */
export function settingsTable(): string {
  const rows = settings.map(
    ({ variable, fallback, meaning }) =>
      `| \`${variable}\` | ${shown(fallback)} | ${meaning.replaceAll('<', '&lt;')} |`,
  );
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function shown(fallback: (typeof settings)[number]['fallback']): string {
  if (typeof fallback === 'string') return fallback === '' ? '(empty)' : `\`${fallback}\``;
  return `${shown(fallback.development)}; in production ${shown(fallback.production)}`;
}
