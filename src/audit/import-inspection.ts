/** Reads and checks a complete export before anything is imported, so that nothing of a damaged file gets into a log. */
import { type DataOf, eventSchemas, eventTypeNamed } from '../vocabulary/events/index.ts';
import { Metadata } from '../vocabulary/events/metadata.ts';
import { serverEvents } from '../vocabulary/events/realm.ts';
import { schemaVersionOf, upcast } from '../vocabulary/events/upcasters.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import { type CheckedLine, DamagedFile, readChecked } from './checked-lines.ts';
import {
  ExportEnd,
  ExportedEvent,
  type ExportedRealm,
  ExportHeader,
  formatName,
  formatVersion,
  MoveRefused,
} from './export-format.ts';
import { realmOf, registeredBy } from './export-scope.ts';
import { SeenTexts } from './seen-texts.ts';

export type InspectedRealm = ExportedRealm & {
  readonly newest: Pick<ExportedEvent, 'stream' | 'id'>;
  /** An address and its fingerprint in the directory. They show whether this server has the same secret. */
  readonly known: { readonly address: string; readonly fingerprint: string } | undefined;
};

export type Inspection = {
  readonly organizations: readonly InspectedRealm[];
  readonly events: number;
  /** Log streams whose events are not imported. */
  readonly erased: ReadonlySet<string>;
  /** Identifies the export. */
  readonly digest: string;
};

/**
 * Throws `MoveRefused` with the number of the bad line. `now`: the time that a new event would get. `checked` is called with the number of
 * good events so far.
 */
export async function inspect(path: string, now: Millis, checked: (events: number) => void): Promise<Inspection> {
  const realms = new Map<number, Inspecting>();
  let header: ExportHeader | undefined;
  let newest: ExportedEvent | undefined;
  let end: ExportEnd['end'] | undefined;
  let events = 0;
  const seen = new SeenTexts();
  for await (const line of readChecked(path)) {
    if (end) throw new DamagedFile(line.number, 'comes after the end');
    if (!header) header = headerOf(line);
    else if (isEnd(line)) end = endOf(line, events, newest);
    else {
      newest = eventOf(line);
      assertStorable(newest, line, now);
      take(realms, header, newest, line.number);
      assertNew(seen, newest, line.number);
      events += 1;
      checked(events);
    }
  }
  if (!header || !end) throw new DamagedFile(events + (header ? 2 : 1), 'is missing: the file was cut off');
  const organizations = header.organizations.map(({ realmId, subdomain }) => {
    const inspected = realms.get(realmId);
    if (!inspected) throw new DamagedFile(1, `names the organization ${subdomain}, and nothing of it follows`);
    const { registered, newest: last, known } = inspected;
    return { ...registered, newest: { stream: last.stream, id: last.id }, known };
  });
  return { organizations, events, erased: new Set(end.erased), digest: end.sha256 };
}

/** The event of a line that is neither the first nor the last. */
export function eventOf({ number, value }: CheckedLine): ExportedEvent {
  const event = ExportedEvent.safeParse(value);
  if (!event.success) throw new DamagedFile(number, 'is no event');
  return event.data;
}

/** Throws if no log may hold the event, whatever its type. */
function assertStorable(event: ExportedEvent, { number, bytes }: CheckedLine, now: Millis): void {
  if (isDeeper(event, limits.importedLevelsMax)) throw new DamagedFile(number, 'has more levels than any event');
  // The numbers of a line may be longer in the log, such as 1e20.
  const { id, type, data, metadata } = event;
  if (
    bytes > limits.eventBytesMax / 8 &&
    Buffer.byteLength(JSON.stringify({ id, type, data, metadata })) > limits.eventBytesMax
  )
    throw new DamagedFile(number, 'is larger than the log takes');
  const { at } = metadata as { readonly at?: unknown };
  if (typeof at === 'number' && at > now + 1000 * limits.importedAheadSecsMax)
    throw new DamagedFile(number, 'is of a time that has not come yet: check the clocks of both servers');
}

/** The trail and the ledger name an event by its id. */
function assertNew(seen: SeenTexts, { id, stream, revision }: ExportedEvent, line: number): void {
  if (!seen.add(id)) throw new DamagedFile(line, 'has the id of an earlier line');
  if (!seen.add(`${revision} ${stream}`))
    throw new DamagedFile(line, 'is at the place of an earlier line in its log stream');
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)));

/** Whether a number is above `max`, or an id above the highest one. */
const hasNumberAbove = (max: number, value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).some(([key, one]) => hasNumberAbove(/Ids?$/.test(key) ? limits.importedIdMax : max, one))
    : typeof value === 'number' && value > max;

export const isEnd = ({ value }: CheckedLine): boolean => ExportEnd.safeParse(value).success;

function headerOf({ value }: CheckedLine): ExportHeader {
  const header = ExportHeader.safeParse(value);
  if (header.data?.replaced)
    throw new MoveRefused(
      'an auditor downloaded this file to replay it, and what is secret in it was replaced: import what `verbatim export` writes',
    );
  if (header.success) return header.data;
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format === formatName && version !== formatVersion)
    throw new MoveRefused(
      `line 1: the export has format ${String(version)}, but this version reads format ${formatVersion}`,
    );
  throw new DamagedFile(1, 'is not the beginning of an export');
}

function endOf({ number, value, digestBefore }: CheckedLine, events: number, newest?: ExportedEvent): ExportEnd['end'] {
  const { end } = ExportEnd.parse(value);
  if (end.events !== events) throw new DamagedFile(number, `says that ${end.events} events precede it, not ${events}`);
  if (end.newest.id !== newest?.id) throw new DamagedFile(number, 'does not name the event before it');
  if (end.sha256 !== digestBefore) throw new DamagedFile(number, 'holds the SHA-256 of another file');
  return end;
}

type Inspecting = {
  readonly registered: ExportedRealm;
  readonly addresses: Map<unknown, string>;
  newest: ExportedEvent;
  known: InspectedRealm['known'];
};

function take(realms: Map<number, Inspecting>, header: ExportHeader, event: ExportedEvent, line: number): void {
  const realmId = realmOf(event);
  if (realmId === undefined || !isInPlace(event))
    throw new DamagedFile(line, `${event.type} in ${event.stream} is in no export`);
  const { realmId: named = realmId, subdomain } = event.data as Partial<DataOf<'RealmCreated'>>;
  if (named !== realmId) throw new DamagedFile(line, 'is about another organization than its log stream');
  const registered = registeredBy(event);
  if (registered) {
    const named = header.organizations.find((one) => one.realmId === realmId);
    if (named?.registration !== event.id || named.subdomain !== registered.subdomain || realms.has(realmId))
      throw new DamagedFile(line, 'registers another organization than the first line names');
    realms.set(realmId, { registered: named, addresses: new Map(), newest: event, known: undefined });
  }
  const realm = realms.get(realmId);
  if (!realm) throw new DamagedFile(line, `is of organization ${realmId}, which no line before it registers`);
  realm.newest = event;
  assertFits(event, line);
  if (event.type === 'RealmCreated' && subdomain !== realm.registered.subdomain)
    throw new DamagedFile(line, 'has another subdomain than the first line');
  learn(realm, event);
}

/** Whether an event about the server, which may change other organizations, is in the log stream of the server, and no other event is. */
const isInPlace = ({ type, stream }: ExportedEvent): boolean =>
  Object.hasOwn(serverEvents, type) === (stream === logStream.server());

/** An event of a known type must fit its schema. An event of an unknown type is imported as it is. */
function assertFits({ type: name, data, metadata }: ExportedEvent, line: number): void {
  const type = eventTypeNamed(name);
  if (type === undefined) return;
  const known = Metadata.safeParse(metadata);
  if (!known.success) throw new DamagedFile(line, 'has invalid metadata');
  const { schema } = known.data;
  if (schema <= schemaVersionOf(type) && !eventSchemas[type].safeParse(upcast(type, schema, data)).success)
    throw new DamagedFile(line, `its data is not that of ${type}`);
  if (hasNumberAbove(limits.importedNumberMax, data))
    throw new DamagedFile(
      line,
      `has a number above ${limits.importedNumberMax} or an id above ${limits.importedIdMax}`,
    );
}

/** Remembers one address and its fingerprint, the newest one if the secret was replaced. */
function learn(realm: Inspecting, { type, data }: ExportedEvent): void {
  if (realm.known) {
    const { address, fingerprint } = realm.known;
    const { addresses } =
      type === 'AddressesCarriedOver' ? (data as DataOf<'AddressesCarriedOver'>) : { addresses: [] };
    const carried = addresses.find(({ from }) => from === fingerprint);
    if (carried) realm.known = { address, fingerprint: carried.to };
    return;
  }
  const { userId, email, addressFingerprint } = data as Record<string, unknown>;
  if (type === 'PersonDescribed') realm.addresses.set(userId, String(email));
  const address = type === 'UserCreated' ? realm.addresses.get(userId) : undefined;
  if (address !== undefined) realm.known = { address, fingerprint: String(addressFingerprint) };
}

export const realmIdsOf = ({ organizations }: Inspection): RealmId[] => organizations.map(({ realmId }) => realmId);
