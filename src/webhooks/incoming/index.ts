/** The list of all incoming-webhook integrations. Each is an endpoint `POST /external/<name>`. */
import type { AnyIntegration } from '../../define/integration.ts';
import { freshdesk } from './freshdesk.ts';
import { github } from './github.ts';
import { helloworld } from './helloworld.ts';
import { json } from './json.ts';

export const integrations: readonly AnyIntegration[] = [freshdesk, github, helloworld, json];
