/** What the tests of domains share. */
import type { DomainEvent } from '../../../src/vocabulary/events/index.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { domainAdded } from '../../support/writes.ts';

export const past = [...organization(), domainAdded(1, 'acme.example')];
export const inRealm = (...events: DomainEvent[]) => ({ stream: logStream.realm(realmId), events });
