/** Stripe: charges, payments, invoices, subscriptions, disputes, payouts and any other event (docs.stripe.com, Event object). */
import { z } from 'zod';
import { defineIntegration } from '../../define/integration.ts';
import { facts, link, paragraphs, words } from '../markdown.ts';

const text = z.string().nullish();

/** The fields of the object that the message shows. All others are left out, because they may be personal data. */
const Subject = z.object({
  object: z.string(),
  id: text,
  amount: z.int().nullish(),
  amount_due: z.int().nullish(),
  amount_total: z.int().nullish(),
  currency: text,
  status: text,
  reason: text,
  failure_message: text,
  // Stripe sends the whole customer if the webhook is configured that way.
  customer: z.union([z.string(), z.looseObject({ id: z.string() })]).nullish(),
});
type Subject = z.infer<typeof Subject>;

const Payload = z.object({
  type: z.string(),
  livemode: z.boolean().nullish(),
  data: z.object({ object: Subject, previous_attributes: z.record(z.string(), z.unknown()).nullish() }),
});

const changesMax = 20;

export const stripe = defineIntegration({
  name: 'stripe',
  displayName: 'Stripe',
  summary: 'Payments, invoices and subscriptions',
  options: z.object({}),
  body: Payload,
  message({ type, livemode, data: { object: subject, previous_attributes: previous } }) {
    const { customer } = subject;
    const customerId = typeof customer === 'string' ? customer : customer?.id;
    const site = `https://dashboard.stripe.com${livemode === false ? '/test' : ''}`;
    const place = places.get(subject.object);
    const named = subject.id && link(subject.id, place && `${site}/${place}/${encodeURIComponent(subject.id)}`);
    const what = [spaced(subject.object), named].filter((part) => part).join(' ');
    const act = spaced(type.split('.').at(-1) ?? type);
    const rows = facts([
      ['Amount', amountOf(subject)],
      ['Status', subject.status && words(spaced(subject.status))],
      ['Reason', (subject.reason ?? subject.failure_message) && words(subject.reason ?? subject.failure_message ?? '')],
      ['Customer', customerId && link(customerId, `${site}/customers/${encodeURIComponent(customerId)}`)],
      ['Changed', previous && words(Object.keys(previous).slice(0, changesMax).join(', '))],
    ]);
    const topic = (subject.object === 'customer' ? subject.id : customerId) ?? words(type.split('.')[0] ?? type);
    return { topic, content: paragraphs(`${capital(what)}: ${words(act)}`, rows) };
  },
});

/** Objects with a page of their own in Stripe's dashboard. */
const places = new Map([
  ['charge', 'payments'],
  ['payment_intent', 'payments'],
  ['customer', 'customers'],
  ['invoice', 'invoices'],
  ['subscription', 'subscriptions'],
  ['payout', 'payouts'],
  ['dispute', 'disputes'],
]);

const spaced = (name: string): string => words(name.replaceAll('_', ' ').replaceAll('.', ' '));
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Currencies whose amounts are in whole units or in thousandths, and not in hundredths (docs.stripe.com, Supported currencies). */
const whole = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));
const thousandths = new Set('bhd jod kwd omr tnd'.split(' '));

/**
 * The amount of the object. An invoice has a due and a paid amount; the due one is used, because nothing is paid yet if a payment failed.
 */
function amountOf({ amount, amount_due, amount_total, currency }: Subject): string | undefined {
  const units = amount ?? amount_total ?? amount_due;
  if (units == null) return undefined;
  const code = (currency ?? '').toLowerCase();
  const decimals = whole.has(code) ? 0 : thousandths.has(code) ? 3 : 2;
  const shown = (units / 10 ** decimals).toFixed(decimals);
  return `${shown} ${words(code.toUpperCase())}`.trim();
}
