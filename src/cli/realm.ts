/** `verbatim realm …`: organizations. */
import { z } from 'zod';
import { createRealm, Subdomain } from '../../commands/realm/create-realm.ts';
import { deactivateRealm } from '../../commands/realm/deactivate-realm.ts';
import { reactivateRealm } from '../../commands/realm/reactivate-realm.ts';
import { renameRealm } from '../../commands/realm/rename-realm.ts';
import type { RealmState } from '../state/realm-state.ts';
import { mib } from '../vocabulary/limits/limit.ts';
import { byCommandLine, keyOf, realmNamed, realmOption } from './accounts.ts';
import { defineTask } from './subcommand.ts';

export const realmCreate = defineTask({
  name: 'realm create',
  makesData: true,
  summary: 'Create an organization and its first owner',
  options: {
    subdomain: { type: 'string', help: 'the organization answers at <subdomain>.<VERBATIM_DOMAIN>' },
    name: { type: 'string', help: 'name of the organization (default: the subdomain)' },
    description: { type: 'string', help: 'description, in markdown' },
    'email-domain': { type: 'string', help: "domain of bots' addresses (default: <subdomain>.<VERBATIM_DOMAIN>)" },
    'owner-email': { type: 'string', help: 'address of the first owner' },
    'owner-name': { type: 'string', help: "the owner's full name" },
  },
  optionOf: { email: 'owner-email', fullName: 'owner-name' },
  input: z.object({
    subdomain: Subdomain,
    name: z.string().optional(),
    description: z.string().optional(),
    'email-domain': z.string().optional(),
    'owner-email': z.string(),
    'owner-name': z.string(),
  }),
  async perform({ services }, { subdomain, name = subdomain, description, ...given }) {
    const emailDomain = given['email-domain'] ?? `${subdomain}.${services.config.domain}`;
    const email = given['owner-email'];
    const owner = { email, fullName: given['owner-name'] };
    const { realmId, ownerId } = await services.runOnServer(createRealm, {
      subdomain,
      name,
      description,
      emailDomain,
      owner,
    });
    return [
      `realm_id=${realmId}`,
      ...(ownerId === null
        ? []
        : [`user_id=${ownerId}`, `email=${email}`, `api_key=${keyOf(services, realmId, ownerId)}`]),
    ];
  },
});

export const realmList = defineTask({
  name: 'realm list',
  summary: 'List the organizations of the server',
  input: z.object({}),
  async perform({ services }) {
    const { realms, importing } = services.state;
    return [...realms.values()].map((state) => line(state, importing.has(state.realmId)));
  },
});

/**
 * The name is in quotation marks, because it may contain spaces. The numbers of messages and of uploaded bytes show which organization uses
 * the disk.
 */
function line({ realmId, realm, directory, topics, files }: RealmState, isImporting: boolean): string {
  const active = [...directory.accounts.values()].filter((account) => account.active);
  const people = active.filter(({ bot }) => bot === null).length;
  const state = realm.deactivated ? 'deactivated' : isImporting ? 'importing' : 'active';
  return `realm_id=${realmId} subdomain=${realm.subdomain} name=${JSON.stringify(realm.name)} people=${people} messages=${topics.lastMessageId} uploaded_mib=${Math.ceil(files.used.bytes / mib)} state=${state}`;
}

export const realmRename = defineTask({
  name: 'realm rename',
  summary: 'Give an organization another name',
  options: {
    realm: { type: 'string', help: "the organization's subdomain, which stays" },
    name: { type: 'string', help: 'the new name' },
  },
  input: z.object({ realm: z.string(), name: z.string() }),
  async perform({ services }, { realm, name }) {
    const realmId = realmNamed(services, realm);
    await services.run(renameRealm, { name }, byCommandLine(realmId));
    return [`realm_id=${realmId}`, `name=${services.realm(realmId).realm.name}`];
  },
});

const turned = (
  verb: 'deactivate' | 'reactivate',
  summary: string,
  command: typeof deactivateRealm | typeof reactivateRealm,
) =>
  defineTask({
    name: `realm ${verb}`,
    summary,
    options: { realm: realmOption },
    input: z.object({ realm: z.string() }),
    async perform({ services }, { realm }) {
      const realmId = realmNamed(services, realm);
      await services.run(command, {}, byCommandLine(realmId));
      return [`realm_id=${realmId}`, `state=${verb === 'deactivate' ? 'deactivated' : 'active'}`];
    },
  });

export const realmDeactivate = turned(
  'deactivate',
  'Close an organization for everybody, and keep its history',
  deactivateRealm,
);
export const realmReactivate = turned('reactivate', 'Open a closed organization again, as it was', reactivateRealm);
