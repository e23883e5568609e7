/** Domains of the organization's e-mail addresses. */
import { z } from 'zod';
import { addRealmDomain } from '../../../commands/realm/add-realm-domain.ts';
import { changeRealmDomain } from '../../../commands/realm/change-realm-domain.ts';
import { removeRealmDomain } from '../../../commands/realm/remove-realm-domain.ts';
import { realmOf } from '../../queries/realm.ts';
import { RealmDomainSchema, realmDomainObject } from '../../wire/realm-domains.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { boolean, quotable, raw } from '../request/parameters.ts';

const inPath = described(raw(), 'The domain.', 'example.com');
const subdomains = <P extends z.ZodType>(parameter: P): P =>
  described(parameter, 'Whether addresses of its subdomains belong to the organization too.', true);

const listDomains = defineEndpoint({
  id: 'getRealmDomains',
  route: 'GET /realm/domains',
  summary: "List the organization's domains",
  description: 'Returns the domains of the organization for e-mail addresses.',
  tagged: true,
  response: z.object({ domains: z.array(RealmDomainSchema) }),
  example: { domains: [{ domain: 'example.com', allow_subdomains: false }] },
  handle: (call, services) =>
    services.read(async (view) => ({
      domains: ((await realmOf(view, call.realmId)).domains ?? []).map(realmDomainObject),
    })),
});

const postDomain = defineEndpoint({
  id: 'addRealmDomain',
  route: 'POST /realm/domains',
  summary: 'Add a domain',
  description: "Adds a domain of the organization's e-mail addresses. Administrators only.",
  parameters: z.object({
    domain: described(quotable(), 'The domain.', 'example.com'),
    allow_subdomains: subdomains(boolean().default(false)),
  }),
  response: z.object({ new_domain: z.tuple([z.int(), z.string()]).describe('Its number and the domain') }),
  example: { new_domain: [1, 'example.com'] },
  commands: [addRealmDomain],
  async handle(call, services) {
    const { domain, allow_subdomains: allowSubdomains } = call.parameters;
    const { result } = await services.run(addRealmDomain, { domain, allowSubdomains }, call);
    const added: [number, string] = [result.id, result.domain];
    return { new_domain: added };
  },
});

const patchDomain = defineChange({
  id: 'changeRealmDomain',
  route: 'PATCH /realm/domains/:domain',
  summary: 'Change a domain',
  description: 'Changes whether addresses of subdomains belong to the organization too. Administrators only.',
  parameters: z.object({ domain: inPath, allow_subdomains: subdomains(boolean()) }),
  commands: [changeRealmDomain],
  async handle(call, services) {
    const { domain, allow_subdomains: allowSubdomains } = call.parameters;
    await services.run(changeRealmDomain, { domain, allowSubdomains }, call);
  },
});

const deleteDomain = defineChange({
  id: 'removeRealmDomain',
  route: 'DELETE /realm/domains/:domain',
  summary: 'Remove a domain',
  description: 'Removes a domain. Users with addresses in it are kept. Administrators only.',
  parameters: z.object({ domain: inPath }),
  commands: [removeRealmDomain],
  handle: (call, services) => services.run(removeRealmDomain, { domain: call.parameters.domain }, call),
});

export const realmDomains = [listDomains, postDomain, patchDomain, deleteDomain];
