/** Downloads the history up to the end of a period, as a file for `verbatim replay`. */
import { granted } from '../shared/granted.ts';
import { saveAs } from '../shared/save-as.ts';
import type { Stretch } from './stretch.ts';

export const exportName = 'history.ndjson';
/** The last line of an export is never longer than this. */
const lastLineMax = 400;

/** Returns a message for the user about the outcome. */
export async function downloadExport({ until }: Stretch): Promise<string> {
  const file = await granted(`/audit/replay/export${until ? `?${new URLSearchParams({ until })}` : ''}`);
  const end = await file.slice(-lastLineMax).text();
  if (!end.includes('{"end":')) return 'The download was incomplete. It was not saved.';
  saveAs(exportName, file);
  return 'Downloaded.';
}
