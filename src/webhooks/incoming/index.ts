/** The list of all incoming-webhook integrations. Each is an endpoint `POST /external/<name>`. */
import type { AnyIntegration } from '../../define/integration.ts';
import { alertmanager } from './alertmanager.ts';
import { freshdesk } from './freshdesk.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { grafana } from './grafana.ts';
import { helloworld } from './helloworld.ts';
import { jira } from './jira.ts';
import { json } from './json.ts';
import { pagerduty } from './pagerduty.ts';
import { sentry } from './sentry.ts';
import { slackIncoming } from './slack-incoming.ts';
import { stripe } from './stripe.ts';

export const integrations: readonly AnyIntegration[] = [
  alertmanager,
  freshdesk,
  github,
  gitlab,
  grafana,
  helloworld,
  jira,
  json,
  pagerduty,
  sentry,
  slackIncoming,
  stripe,
];
