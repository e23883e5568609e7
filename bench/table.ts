/** Prints the results as a table. */
import { type Line, type Ratio, reaches } from './ratio.ts';

const columns = ['#', 'ratio', 'figure', 'limit', 'unit', 'figure ÷ limit', 'floor', 'goal', ''] as const;
const rightAligned = new Set(['#', 'figure', 'limit', 'figure ÷ limit', 'floor', 'goal']);

/** Three significant digits without an exponent. */
const brief = (value: number): string => {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
};

const verdict = (line: Line, { better }: Ratio): string => {
  if (!line.holds) return 'BELOW THE FLOOR';
  return reaches(line.ratio, line.goal, better) ? 'goal' : 'floor';
};

export function tableOf(rows: readonly { readonly line: Line; readonly ratio: Ratio }[]): string {
  const cells = rows.map(({ line, ratio }) => {
    const sign = ratio.better === 'higher' ? '≥' : '≤';
    return [
      String(line.id),
      ratio.what,
      brief(line.figure),
      brief(line.limit),
      line.unit,
      brief(line.ratio),
      `${sign} ${brief(line.floor)}`,
      `${sign} ${brief(line.goal)}`,
      verdict(line, ratio),
    ];
  });
  const all = [[...columns], ...cells];
  const widths = columns.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const text = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return rightAligned.has(columns[column] ?? '') ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return all.map(text).join('\n');
}
