/** Where the messages of a topic are now. The page hears of no moves while it has no event queue. */
import { liveClient } from '../api/connection.ts';
import { type Narrow, ofTopic, type Place, sentForm } from './narrow.ts';

export type TopicPlace = Extract<Place, { readonly kind: 'topic' }>;

/** The topic to which the whole topic was renamed or moved since `known`, one of its messages, was loaded; otherwise the same topic. */
export async function presentTopic(
  place: TopicPlace,
  known: number | undefined,
  options: { readonly signal?: AbortSignal; readonly patienceMs?: number } = {},
): Promise<TopicPlace> {
  if (known === undefined) return place;
  const newestOf = async (narrow: Narrow) => {
    const asked = { anchor: 'newest', num_before: 1, num_after: 0, narrow: sentForm(narrow) } as const;
    return (await liveClient.value.get('/messages', asked, options)).messages[0];
  };
  if (await newestOf(ofTopic(place.streamId, place.topic))) return place;
  const { stream_id: streamId, subject: topic = '' } =
    (await newestOf([{ operator: 'id', operand: String(known) }])) ?? {};
  return streamId === undefined ? place : { kind: 'topic', streamId, topic };
}
