/** Linkifiers: patterns that become links in messages. */
import { z } from 'zod';
import { createLinkifier } from '../../../commands/realm/create-linkifier.ts';
import { deleteLinkifier } from '../../../commands/realm/delete-linkifier.ts';
import { realmOf } from '../../queries/realm.ts';
import { LinkifierId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { LinkifierRow, linkifierRows } from '../../wire/linkifiers.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { pathId, raw } from '../request/parameters.ts';

const patternExample = '#(?P<id>[0-9]+)';
const urlExample = 'https://issues.example.com/%(id)s';

const listLinkifiers = defineEndpoint({
  id: 'getLinkifiers',
  route: 'GET /realm/filters',
  summary: 'List linkifiers',
  description: 'Returns the linkifiers of the organization, oldest first.',
  tagged: true,
  response: z.object({ filters: z.array(LinkifierRow) }),
  example: { filters: [[patternExample, urlExample, 1]] },
  handle: (call, services) =>
    services.read(async (view) => ({ filters: linkifierRows((await realmOf(view, call.realmId)).linkifiers ?? []) })),
});

const postLinkifier = defineEndpoint({
  id: 'addLinkifier',
  route: 'POST /realm/filters',
  summary: 'Add a linkifier',
  description: 'Adds a linkifier: text in new messages that matches the pattern becomes a link. Administrators only.',
  parameters: z.object({
    pattern: described(
      raw(),
      'A regular expression in the syntax of RE2, of plain characters followed by named groups. At most 200 characters.',
      patternExample,
    ),
    url_format_string: described(
      raw(z.string().max(limits.linkifierUrlLengthMax)),
      'The address, with `%(name)s` for what a group matched.',
      urlExample,
    ),
  }),
  response: z.object({ id: z.int().describe('The id of the linkifier') }),
  example: { id: 1 },
  commands: [createLinkifier],
  async handle(call, services) {
    const { pattern, url_format_string: urlFormat } = call.parameters;
    const { result } = await services.run(createLinkifier, { pattern, urlFormat }, call);
    return { id: result.linkifierId };
  },
});

const deleteLinkifierById = defineChange({
  id: 'removeLinkifier',
  route: 'DELETE /realm/filters/:filter_id',
  summary: 'Remove a linkifier',
  description: 'Removes a linkifier. Messages that were sent before keep their links. Administrators only.',
  parameters: z.object({ filter_id: described(pathId(LinkifierId), 'The id of the linkifier.', 1) }),
  commands: [deleteLinkifier],
  handle: (call, services) => services.run(deleteLinkifier, { linkifierId: call.parameters.filter_id }, call),
});

export const linkifiers = [listLinkifiers, postLinkifier, deleteLinkifierById];
