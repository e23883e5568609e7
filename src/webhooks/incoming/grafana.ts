/** Grafana's alerts: those of unified alerting, and of the legacy alerting before it (grafana.com, Configure the webhook notifier). */
import { z } from 'zod';
import { defineIntegration, type WebhookMessage } from '../../define/integration.ts';
import { Alert, links, listed, summaryOf, textOf } from '../alerts.ts';
import { facts, link, paragraphs, quoted, words } from '../markdown.ts';

const text = z.string().nullish();

const unified = z
  .object({ alerts: z.array(Alert), groupLabels: z.record(z.string(), z.string()).nullish(), title: text })
  .transform(({ alerts, groupLabels, title }): WebhookMessage | null => {
    const [first] = alerts;
    if (!first) return null;
    const topic = textOf({ labels: groupLabels ?? {} }, 'alertname') ?? textOf(first, 'alertname') ?? title ?? 'Alerts';
    const content = listed(
      alerts,
      (alert) =>
        summaryOf(alert) +
        links([
          ['rule', alert.generatorURL],
          ['panel', alert.panelURL],
          ['dashboard', alert.dashboardURL],
          ['silence', alert.silenceURL],
        ]),
    );
    return { topic, content };
  });

const states = new Map([
  ['ok', 'is over'],
  ['alerting', 'fires'],
  ['no_data', 'has no data'],
  ['paused', 'is paused'],
  ['pending', 'is pending'],
]);

const matchesMax = 20;

const legacy = z
  .object({
    ruleName: z.string(),
    ruleUrl: text,
    state: z.string(),
    message: text,
    evalMatches: z.array(z.object({ metric: z.string(), value: z.number().nullish() })).nullish(),
  })
  .transform(({ ruleName, ruleUrl, state, message, evalMatches }): WebhookMessage => {
    const rows = (evalMatches ?? [])
      .slice(0, matchesMax)
      .map(({ metric, value }) => [metric, String(value ?? 'none')] as const);
    const head = `Alert ${link(ruleName, ruleUrl)} ${states.get(state) ?? `is ${words(state)}`}.`;
    return { topic: ruleName, content: paragraphs(head, message && quoted(message), facts(rows)) };
  });

export const grafana = defineIntegration({
  name: 'grafana',
  displayName: 'Grafana',
  summary: 'Alerts of Grafana',
  options: z.object({}),
  body: z.union([unified, legacy]),
  message: (told) => told,
});
