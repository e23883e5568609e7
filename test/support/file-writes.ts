/** Short functions for past events of realm 1 about uploaded files. */
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import type { FileId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId } from './given.ts';
import { text } from './text.ts';

export const file = (id: number) => id as FileId;

/** A text that links these files. */
export const linking = (...ids: number[]) => text('files', { uploads: ids.map(file) });

type Facts = Partial<Pick<DataOf<'FileUploaded'>, 'name' | 'size' | 'sha256'>> & { readonly payer?: number };

export const tokenOf = (id: number): string => `token${String(id).padStart(19, '0')}`;
export const pathIdOf = (id: number, name = `file${id}.txt`): string => `${realmId}/a/${tokenOf(id)}/${name}`;

export const uploads = (
  id: number,
  by: number,
  { name = `file${id}.txt`, size = 10, sha256 = `sha${id}`, payer = by }: Facts = {},
): Given =>
  happened(logStream.file(realmId, file(id)), 'FileUploaded', {
    fileId: file(id),
    userId: by as UserId,
    payerId: payer as UserId,
    folder: 'a',
    token: tokenOf(id),
    name,
    type: 'text/plain',
    size,
    sha256,
  });

export const fileDeleted = (id: number, by: number, more: { readonly held?: true } = {}): Given =>
  happened(logStream.file(realmId, file(id)), 'FileDeleted', {
    fileId: file(id),
    userId: by as UserId,
    uploadedAt: 1,
    ...more,
    leaves: [],
  });
