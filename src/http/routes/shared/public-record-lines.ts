import { Breaks } from '../../../define/breaks.ts';
import { publicMessages, publicOrganization, publicStreams, publicUsers } from '../../../queries/public-record.ts';
import type { RealmId } from '../../../vocabulary/ids.ts';
import type { Services } from '../../services.ts';

/**
 * The data that every member may read, as lines of JSON. A line is made when it is read, from the read models at that time. `mayGoOn` is
 * called before each page of messages. If it returns false, the line that marks the end is missing.
 */
export async function* publicRecordLines(
  realmId: RealmId,
  { read, eventTime }: Pick<Services, 'read' | 'eventTime'>,
  mayGoOn: () => boolean,
): AsyncGenerator<string> {
  const breaks = new Breaks();
  const counts = { users: 0, streams: 0, messages: 0 };
  const organization = await read((view) => publicOrganization(view, realmId));
  const begun = { format: 'verbatim-organization', version: 1, exported_at: new Date(eventTime()).toISOString() };
  yield line('organization', { ...begun, ...organization });
  const users = await read((view) => publicUsers(view, realmId));
  for (const user of users()) {
    counts.users += 1;
    yield line('user', user);
    if (breaks.isDue) await breaks.take();
  }
  for (const stream of await read((view) => publicStreams(view, realmId))) {
    counts.streams += 1;
    yield line('stream', stream);
    if (breaks.isDue) await breaks.take();
  }
  for (let after: number | undefined = 0; after !== undefined; ) {
    if (!mayGoOn()) return;
    const from: number = after;
    const page: Awaited<ReturnType<typeof publicMessages>> = await read((view) => publicMessages(view, realmId, from));
    for (const message of page.found) {
      counts.messages += 1;
      yield line('message', message);
      if (breaks.isDue) await breaks.take();
    }
    after = page.last;
    // A page may have no public message, and is read from a view of its own, which takes no break before the next.
    if (breaks.isDue) await breaks.take();
  }
  yield line('end', counts);
}

const line = (what: string, fields: object): string => JSON.stringify({ object: what, ...fields });
