/** The history in an export file. The position of an event is its number in the file, from 1. */
import { DamagedFile, readChecked } from '../audit/checked-lines.ts';
import { ExportEnd, ExportedEvent, ExportHeader } from '../audit/export-format.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import type { History } from './history.ts';

/**
 * Every reading checks the file line by line. If the file was changed or cut off, it throws `MoveRefused` with the number of the line. The
 * events before that line are valid.
 */
export const exportedHistory = (path: string): History => ({
  async *readAll(after): AsyncGenerator<StoredEvent> {
    let position = 0;
    let ended = false;
    for await (const { number, value } of readChecked(path)) {
      if (ended) throw new DamagedFile(number, 'comes after the end');
      if (number === 1) {
        if (!ExportHeader.safeParse(value).success) throw new DamagedFile(1, 'is not the beginning of an export');
        continue;
      }
      ended = isEnd(value, position, number);
      if (ended) continue;
      position += 1;
      if (position > after) yield { ...eventOf(value, number), position };
    }
    if (!ended) throw new DamagedFile(position + 2, 'is missing: the file was cut off');
  },
});

function isEnd(value: unknown, events: number, line: number): boolean {
  if (typeof value !== 'object' || value === null || !('end' in value)) return false;
  const last = ExportEnd.safeParse(value);
  if (!last.success || last.data.end.events !== events) throw new DamagedFile(line, 'is not the end of these events');
  return true;
}

function eventOf(value: unknown, line: number): ExportedEvent {
  const event = ExportedEvent.safeParse(value);
  if (!event.success) throw new DamagedFile(line, 'is no event');
  return event.data;
}
