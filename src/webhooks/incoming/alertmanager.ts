/**
 * Prometheus' Alertmanager (prometheus.io, Alerting configuration, webhook_config). Options in the address: `name` is the label that names
 * an alert, and `desc` is the label or annotation that describes it.
 */
import { z } from 'zod';
import { defineIntegration } from '../../define/integration.ts';
import { limits } from '../../vocabulary/limits.ts';
import { Alert, links, listed, summaryOf, textOf } from '../alerts.ts';
import { words } from '../markdown.ts';

const Label = z.string().max(limits.webhookPathLengthMax);

export const alertmanager = defineIntegration({
  name: 'alertmanager',
  displayName: 'Alertmanager',
  summary: 'Alerts of Prometheus',
  options: z.object({
    name: Label.optional().meta({ description: 'The label that names an alert.', examples: ['alertname'] }),
    desc: Label.optional().meta({
      description: 'The label or annotation that describes an alert.',
      examples: ['description'],
    }),
  }),
  body: z.object({
    alerts: z.array(Alert),
    groupLabels: z.record(z.string(), z.string()).nullish(),
    commonLabels: z.record(z.string(), z.string()).nullish(),
    receiver: z.string().nullish(),
  }),
  message({ alerts, groupLabels, commonLabels, receiver }, { options: { name = 'alertname', desc } }) {
    if (alerts.length === 0) return null;
    const common = { labels: { ...commonLabels, ...groupLabels } };
    const topic = textOf(common, name) ?? (alerts[0] && textOf(alerts[0], name)) ?? receiver ?? 'Alerts';
    const content = listed(alerts, (alert) => {
      const description = desc === undefined ? undefined : textOf(alert, desc);
      return `${description === undefined ? summaryOf(alert) : words(description)}${links([['source', alert.generatorURL]])}`;
    });
    return { topic, content };
  },
});
