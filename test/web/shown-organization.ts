/** A small organization for pictures of the page: people who talk, change their minds, react, and are looked at. */
import type { Answer } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';

/** Throws if a request was refused, so that no picture silently lacks something. */
async function done(answer: Promise<Answer>): Promise<Answer> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return answer;
}

const code = ['```python', 'def dose(weight: float) -> float:', '    return round(0.15 * weight, 1)', '```'].join('\n');

/** Returns the id of a message that was edited. `receiverUrl`: the address to which the trail is sent. */
export async function fillOrganization(server: Pick<TestServer, 'as'>, receiverUrl: string): Promise<number> {
  const [olive, ada, max, sam] = [server.as('owner'), server.as('admin'), server.as('member'), server.as('spare')];
  const say = async (who: typeof max, topic: string, content: string): Promise<number> => {
    const { body } = await done(who.post('/messages', { type: 'stream', to: 'general', topic, content }));
    return Number(body.id);
  };
  const react = (who: typeof max, id: number, emoji: string) =>
    done(who.post(`/messages/${id}/reactions`, { emoji_name: emoji }));

  await say(ada, 'release 4.2', 'The release is planned for **Thursday**. What is open?');
  const open = await say(max, 'release 4.2', 'Two things:\n\n1. the rounding of doses\n2. the notes for the clinics');
  await react(sam, open, 'eyes');
  const dose = await say(sam, 'release 4.2', `The rounding is this, and I think it is right:\n\n${code}`);
  const edited = await say(max, 'release 4.2', 'The limit is 15 mg for each kilogram.');
  await done(max.patch(`/messages/${edited}`, { content: 'The limit is 0.15 mg for each kilogram.' }));
  await say(ada, 'release 4.2', 'As a formula, so that nobody reads it wrongly: $$d = 0.15 \\cdot m$$');
  await react(max, dose, 'thumbs_up');
  await react(olive, dose, 'thumbs_up');
  await say(sam, 'release 4.2', '@**Olive Owner** do you approve the limit?');
  const approved = await say(olive, 'release 4.2', 'Yes. Thank you all :memo:');
  await react(max, approved, 'tada');
  await say(sam, 'lunch', 'Soup at noon?');
  await say(max, 'lunch', 'At one. :ramen:');
  const to = [max.account.user_id];
  await done(ada.post('/messages', { type: 'private', to, content: 'Please have the notes ready by Wednesday.' }));
  const members = [ada, max, sam].map(({ account }) => account.user_id);
  await done(ada.post('/user_groups/create', { name: 'release', description: 'Whoever may release', members }));
  const auditor = server.as('auditor');
  // Before the hold, which keeps everything that Max received.
  const address = await say(sam, 'lunch', 'My new address is 12 Mill Lane.');
  await done(
    auditor.post('/audit/erasures', {
      message_ids: [address],
      basis: 'GDPR 17',
      reason: 'Asked for by the person, 5 November',
    }),
  );
  const counsel = { reason: 'Letter of counsel of 3 November' };
  const ofMax = { user_ids: [max.account.user_id] };
  await done(auditor.post('/audit/holds', { name: 'Case 4711', ...counsel, ...ofMax }));
  await done(auditor.post('/audit/exports', { format: 'ndjson', ...counsel, ...ofMax }));
  await done(ada.post('/export/realm'));
  await done(auditor.post('/audit/sinks', { url: receiverUrl, format: 'cloudevents' }));
  return edited;
}
