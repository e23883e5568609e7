/** Reads messages, users and streams by their ids. */
import { channelDocumentId, channels } from '../../projections/channels.ts';
import { messageDocumentId, messages } from '../../projections/messages.ts';
import { userDocumentId, users } from '../../projections/users.ts';
import type { ReadModel } from '../define/projection.ts';
import type { ReadView } from '../ports/read-store.ts';

/** In the order of the ids. Undefined for an id without a document. */
const byIds =
  <D>(model: ReadModel<D>, documentId: (realmId: number, id: number) => string) =>
  (view: ReadView, realmId: number, ids: readonly number[]): Promise<(D | undefined)[]> => {
    const documentIds = ids.map((id) => documentId(realmId, id));
    return view.getMany(model, documentIds);
  };

export const messagesById = byIds(messages, messageDocumentId);
export const usersById = byIds(users, userDocumentId);
export const channelsById = byIds(channels, channelDocumentId);
