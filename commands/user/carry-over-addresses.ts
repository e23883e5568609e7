/**
 * Replaces the fingerprints of addresses with those that are derived from a new secret. A fingerprint that has changed in the meantime
 * stays.
 */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

const Fingerprint = z.string().max(100);

export const carryOverAddresses = defineCommand({
  name: 'carry-over-addresses',
  input: z.object({
    addresses: z.array(z.object({ userId: UserId, from: Fingerprint, to: Fingerprint })).max(limits.namedPerEventMax),
  }),
  refusals: [],
  stream: (_input, realmId) => logStream.directory(realmId),
  decide({ directory }, input, { realmId }) {
    const addresses = input.addresses.filter(
      ({ userId, from, to }) => from !== to && directory.addresses.get(from) === userId,
    );
    if (addresses.length === 0) return accept([], {});
    return acceptEvent(logStream.directory(realmId), { type: 'AddressesCarriedOver', data: { addresses } });
  },
});
