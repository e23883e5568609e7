/** The invitations that the visitor may manage. */
import { signal } from '@preact/signals';
import type { Api } from 'verbatim/client';
import { client } from '../api/connection.ts';

export type Invitation = Api['GET /invites']['answer']['invites'][number];

/** Newest first; undefined until they are fetched. */
export const invitations = signal<readonly Invitation[] | undefined>(undefined);

/** How often events have told administrators that the list has changed. */
export const invitationChanges = signal(0);

export async function loadInvitations(): Promise<void> {
  const { invites } = await client.value.get('/invites');
  invitations.value = [...invites].sort((a, b) => b.invited - a.invited || b.id - a.id);
}
