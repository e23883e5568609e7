/** Alerts in the format of Prometheus' Alertmanager, which Grafana also sends. */
import { z } from 'zod';
import { link, words } from './markdown.ts';

const Texts = z.record(z.string(), z.string());

export const Alert = z.object({
  status: z.string(),
  labels: Texts,
  annotations: Texts.nullish(),
  generatorURL: z.string().nullish(),
  silenceURL: z.string().nullish(),
  panelURL: z.string().nullish(),
  dashboardURL: z.string().nullish(),
});
export type Alert = z.infer<typeof Alert>;

/** Further alerts are counted and not listed. */
const alertsMax = 20;

/** The firing alerts and then the resolved ones, one in each line. `describe`: the text for an alert. */
export function listed(alerts: readonly Alert[], describe: (alert: Alert) => string): string {
  const firing = alerts.filter(({ status }) => status === 'firing');
  const over = alerts.filter(({ status }) => status !== 'firing');
  return [section('Firing', firing, describe), section('Resolved', over, describe)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function section(head: string, alerts: readonly Alert[], describe: (alert: Alert) => string): string {
  if (alerts.length === 0) return '';
  const rows = alerts.slice(0, alertsMax).map((alert) => `* ${describe(alert)}`);
  if (alerts.length > alertsMax) rows.push(`* … and ${alerts.length - alertsMax} more`);
  return [`**${head}**`, ...rows].join('\n');
}

/** A label or an annotation of the alert. */
export const textOf = (
  { labels, annotations }: Pick<Alert, 'labels' | 'annotations'>,
  name: string,
): string | undefined =>
  [labels, annotations ?? {}].filter((texts) => Object.hasOwn(texts, name)).map((texts) => texts[name])[0];

export const links = (rows: readonly (readonly [name: string, url: string | null | undefined])[]): string => {
  const known = rows.filter(([, url]) => url != null && url !== '').map(([name, url]) => link(name, url));
  return known.length === 0 ? '' : ` (${known.join(', ')})`;
};

/** The rule's description of the alert, or else its name and origin. */
export function summaryOf(alert: Alert): string {
  const summary = textOf(alert, 'summary') ?? textOf(alert, 'description');
  const instance = textOf(alert, 'instance');
  const name = textOf(alert, 'alertname') ?? 'An alert';
  return words(summary ?? (instance === undefined ? name : `${name} at ${instance}`));
}
