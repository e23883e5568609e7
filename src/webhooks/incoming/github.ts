/**
 * GitHub: pushes, pull requests and issues (docs.github.com, Webhook events and payloads). With `branches=main,release` in the address,
 * only pushes to these branches cause a message. Topics and words are those of Zulip's integration.
 */
import { z } from 'zod';
import { defineIntegration } from '../../define/integration.ts';
import { silent } from '../markdown.ts';
import { Push, pushed } from './github-push.ts';
import { Issue, ofIssue, ofPullRequest, PullRequest } from './github-tickets.ts';

const Payload = z.looseObject({});

type GithubEvent =
  | { readonly event: 'push'; readonly push: Push }
  | { readonly event: 'pull_request'; readonly pull: PullRequest }
  | { readonly event: 'issues'; readonly issue: Issue }
  | { readonly event: 'other' };

export const github = defineIntegration({
  name: 'github',
  displayName: 'GitHub',
  summary: 'Pushes, pull requests and issues of a repository',
  eventHeader: 'X-GitHub-Event',
  // GitHub sends a form, unless the settings of the webhook say JSON.
  form: 'payload',
  options: z.object({
    branches: z
      .string()
      .transform((text) => text.split(',').map((name) => name.trim()))
      .optional()
      .meta({ description: 'Only pushes to these branches are posted.', examples: ['main,release'] }),
  }),
  body: Payload.transform((): GithubEvent => ({ event: 'other' })),
  bodies: {
    push: Push.transform((push): GithubEvent => ({ event: 'push', push })),
    pull_request: PullRequest.transform((pull): GithubEvent => ({ event: 'pull_request', pull })),
    issues: Issue.transform((issue): GithubEvent => ({ event: 'issues', issue })),
  },
  message(payload, { event, options }) {
    const message = messageOf(payload, event, options.branches);
    return message === null || message === 'unsupported' ? message : { ...message, content: silent(message.content) };
  },
});

function messageOf(payload: GithubEvent, event: string | undefined, branches: readonly string[] | undefined) {
  switch (payload.event) {
    case 'push':
      return pushed(payload.push, branches);
    case 'pull_request':
      return ofPullRequest(payload.pull);
    case 'issues':
      return ofIssue(payload.issue);
    default:
      // GitHub sends it as a test when the webhook is set up.
      return event === 'ping' ? null : 'unsupported';
  }
}
