/** Exports of what every member may read. Undefined until they are fetched. Events contain the whole list. */
import { signal } from '@preact/signals';
import type { Api } from 'verbatim/client';

export type RealmExport = Api['GET /export/realm']['answer']['exports'][number];

export const realmExports = signal<readonly RealmExport[] | undefined>(undefined);
