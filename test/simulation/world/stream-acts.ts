/** What users do with streams. */
import type { Person } from './people.ts';
import type { Watcher } from './watcher.ts';
import type { World } from './world.ts';

type Act = (person: Person) => Promise<unknown>;

export const streamName = ({ chance }: World): string => `stream ${chance.whole(5)}`;

/** `people`: everybody who can sign in. */
export function streamActs(
  world: World,
  watcher: Watcher,
  people: readonly Person[],
): readonly [weight: number, act: Act][] {
  const { chance } = world;
  const any = (): number => chance.of([...watcher.follow().channels.keys()]);
  const path = '/users/me/subscriptions';

  const join: Act = (person) => {
    const others = chance.happens(0.3)
      ? { principals: chance.some(people, 0.3).map(({ account }) => account.email) }
      : {};
    return person.ask('POST', path, {
      subscriptions: [{ name: chance.happens(0.2) ? 'general' : streamName(world) }],
      invite_only: chance.happens(0.5),
      history_public_to_subscribers: chance.happens(0.5),
      ...others,
    });
  };
  const leave: Act = (person) => person.ask('DELETE', path, { subscriptions: [streamName(world)] });
  /** Those who left them before are not in them any more, and the others leave them at the same moment. */
  const leaveTogether: Act = async (person) => {
    const { channels } = watcher.follow();
    const open = [...channels.values()].filter(({ isArchived }) => !isArchived);
    const isIn =
      ({ account }: Person) =>
      (one: { readonly id: number }) =>
        watcher.model.isSubscribed(account.userId, one.id);
    const own = open.filter(isIn(person));
    const leaving = people.filter((other) => own.some(isIn(other)));
    await Promise.all(
      leaving.map((other) => {
        const subscriptions = own.filter(isIn(other)).map(({ name }) => name);
        return other.ask('DELETE', path, { subscriptions });
      }),
    );
  };
  const change = (person: Person, stream: number) =>
    chance.happens(0.5)
      ? person.ask('DELETE', `/streams/${stream}`)
      : person.ask('PATCH', `/streams/${stream}`, {
          is_private: chance.happens(0.7),
          history_public_to_subscribers: chance.happens(0.5),
        });
  /** The organization's settings name the stream, which somebody else may archive or close at the same moment. */
  const name: Act = (person) => {
    const stream = any();
    const news = chance.of(['notifications_stream_id', 'signup_notifications_stream_id']);
    return Promise.all([
      chance.happens(0.3)
        ? person.ask(chance.of(['POST', 'DELETE']), '/default_streams', { stream_id: stream })
        : person.ask('PATCH', '/realm', { [news]: stream }),
      ...(chance.happens(0.5) ? [change(chance.of(people), stream)] : []),
    ]);
  };
  /** Several enter a stream that somebody archives at the same moment. */
  const enterTogether: Act = async (person) => {
    const open = [...watcher.follow().channels.values()].filter(({ isArchived }) => !isArchived);
    if (open.length === 0) return;
    const { id, name } = chance.of(open);
    await Promise.all([
      person.ask('DELETE', `/streams/${id}`),
      ...chance.some(people, 0.5).map((other) => other.ask('POST', path, { subscriptions: [{ name }] })),
    ]);
  };
  return [
    [6, join],
    [6, leave],
    [1, leaveTogether],
    [2, (person) => change(person, any())],
    [2, name],
    [1, enterTogether],
  ];
}
