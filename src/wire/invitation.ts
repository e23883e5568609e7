/** Invitations as the API shows them. */
import { z } from 'zod';

const common = {
  id: z.int(),
  invited_by_user_id: z.int(),
  invited: z.int().describe('When it was last sent, in Unix seconds'),
  invited_as: z.int().describe('The role: 100 owner, 200 administrator, 400 member, 600 guest'),
};

export const Invitation = z
  .union([
    z.object({ ...common, is_multiuse: z.literal(false), email: z.string() }),
    z.object({
      ...common,
      is_multiuse: z.literal(true),
      link_url: z
        .string()
        .nullable()
        .describe(
          'Null under `Verbatim-As-Of` and `Verbatim-As-User`, and for administrators if the invitation makes somebody an owner',
        ),
    }),
  ])
  .meta({ id: 'Invitation', description: 'A person who was invited, or a link by which many may join.' });
export type InvitationObject = z.infer<typeof Invitation>;

export const InvitationLink = z
  .object({ id: z.int(), email: z.string(), invite_link: z.string() })
  .meta({ id: 'InvitationLink', description: 'The link by which the invited person joins, to be passed on.' });
export type InvitationLinkObject = z.infer<typeof InvitationLink>;
