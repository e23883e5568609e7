/**
 * Finds the event that broke something: the first event of an export after which a predicate over the read models holds. It is a binary search:
 * a million events need twenty checks.
 *
 *     npx verbatim export --realm acme --out acme.ndjson
 *     node --import=tsx examples/bisect/bisect.ts acme.ndjson channels 1.7 '"archived":true'
 *
 * prints the first event after which the document `1.7` of the read model `channels` contains that text. The predicate must hold from
 * some event on, and not before it.
 */
import { pathToFileURL } from 'node:url';
import { openReplay, type Replay, type ReplayStep } from '../../src/replay.ts';

export type Predicate = (past: Replay) => Promise<boolean>;

/** The first step after which the predicate holds, and the number of checks; undefined if it does not hold at the end. */
export async function bisect(
  file: string,
  holds: Predicate,
): Promise<{ readonly step: ReplayStep; readonly asked: number } | undefined> {
  let asked = 0;
  const holdsAt = async (position: number): Promise<boolean> => {
    const past = await openReplay({ export: file });
    try {
      asked += 1;
      await past.advance(position);
      return await holds(past);
    } finally {
      await past.close();
    }
  };
  // It does not hold at `low`, and holds at `high`. In an export, positions are the numbers of the events.
  let low = 0;
  let high = await endOf(file);
  if (!(await holdsAt(high))) return undefined;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await holdsAt(middle)) high = middle;
    else low = middle;
  }
  const step = await stepAt(file, low);
  return step && { step, asked };
}

async function endOf(file: string): Promise<number> {
  const past = await openReplay({ export: file });
  await past.close();
  return past.end.position;
}

/** The step after a position, with what it changed. */
async function stepAt(file: string, position: number): Promise<ReplayStep | undefined> {
  const past = await openReplay({ export: file });
  try {
    await past.advance(position);
    return await past.step();
  } finally {
    await past.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file = '', model = '', id = '', text = ''] = process.argv.slice(2);
  const found = await bisect(file, async (past) =>
    (JSON.stringify(await past.document(model, id)) ?? '').includes(text),
  );
  console.log(found ? JSON.stringify({ asked: found.asked, ...found.step }, null, 2) : 'it does not hold at the end');
}
