/** The filters of the trail. They are in the address, so that a link can be sent to a colleague. The reason is not in the address. */
import type { Api } from 'verbatim/client';

export const filterNames = [
  'actor',
  'action',
  'object_type',
  'object_id',
  'stream_id',
  'topic',
  'client',
  'request_id',
  'caused_by',
  'since',
  'until',
  'query',
] as const;
type Name = (typeof filterNames)[number];

export type Filter = Readonly<Partial<Record<Name, string>>>;
export type SentFilter = Pick<Api['GET /audit/events']['parameters'], Name>;

/** Without empty filters. */
const tidied = (filter: Filter): Filter =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = filter[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );

/** Reads the part of the address that follows `#audit/trail/`. Unknown parameters are ignored. */
export const filterIn = (part: string | undefined): Filter => {
  const given = new URLSearchParams(part ?? '');
  return tidied(Object.fromEntries(filterNames.map((name) => [name, given.get(name) ?? ''])));
};

export function addressOfTrail(filter: Filter): string {
  const part = new URLSearchParams(tidied(filter) as Record<string, string>).toString();
  return part ? `#audit/trail/${encodeURIComponent(part)}` : '#audit/trail';
}

/** As parameters of the API. */
export const sentFilter = (filter: Filter): SentFilter => {
  const { stream_id: stream, ...rest } = filter;
  return { ...rest, ...(stream !== undefined && { stream_id: Number(stream) }) } as SentFilter;
};

export const addressOfEvent = (id: string): string => `#audit/event/${id}`;
export const addressOfObject = (type: string, id: number | string): string =>
  `#audit/object/${type}/${encodeURIComponent(String(id))}`;
