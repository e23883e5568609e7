/** The history up to the end of a stretch, as a file for `verbatim replay`. */
import { granted } from '../shared/granted.ts';
import { saveAs } from '../shared/save-as.ts';
import type { Stretch } from './stretch.ts';

export const exportName = 'history.ndjson';
/** The last line of an export is shorter. */
const lastLineMax = 400;

/** Returns what is told of it. */
export async function downloadExport({ until }: Stretch): Promise<string> {
  const file = await granted(`/audit/replay/export${until ? `?${new URLSearchParams({ until })}` : ''}`);
  const end = await file.slice(-lastLineMax).text();
  if (!end.includes('{"end":')) return 'What came was cut off. It was not saved.';
  saveAs(exportName, file);
  return 'Downloaded.';
}
