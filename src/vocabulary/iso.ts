/** A time in ISO 8601, in UTC with milliseconds. */
export const iso = (at: number): string => new Date(at).toISOString();

export const isoOrNull = (at: number | null | undefined): string | null => (at == null ? null : iso(at));
