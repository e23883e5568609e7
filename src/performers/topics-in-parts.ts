/** Moves and deletions of topics with many messages, which are done in parts, one event after the other. */
import type { Check } from '../define/command.ts';
import type { PolicyRunner } from '../engine/react/policy-runner.ts';
import type { DomainEvent } from '../vocabulary/events/index.ts';
import { foldCase } from '../vocabulary/fold-case.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import type { ChannelPlace } from '../vocabulary/places.ts';

/** The topics out of which or into which the event moves messages, or whose messages it deletes. */
function topicsOf(event: DomainEvent): readonly Omit<ChannelPlace, 'kind'>[] {
  switch (event.type) {
    case 'TopicMoved':
      return [event.data, event.data.to];
    case 'TopicDeletionRequested':
      return [event.data];
    default:
      return [];
  }
}

/** Whether both events move or delete messages of the same topic. */
export const shareTopic = (one: DomainEvent, other: DomainEvent): boolean =>
  topicsOf(one).some(({ channelId, topic }) =>
    topicsOf(other).some((place) => place.channelId === channelId && foldCase(place.topic) === foldCase(topic)),
  );

type By = { readonly realmId: RealmId; readonly check?: Check | undefined };

/** An earlier move or deletion of a topic is under way. */
class UnderWay extends Error {
  readonly concerns: (earlier: DomainEvent) => boolean;

  constructor(concerns: (earlier: DomainEvent) => boolean) {
    super('a topic is being moved or deleted');
    this.concerns = concerns;
  }
}

/**
 * Runs a command that moves or deletes messages. While an earlier move or deletion of the same topics is unfinished, nothing is appended, and
 * the command runs again when it has finished. Otherwise its later parts would include messages that this command moves in, or miss messages
 * that it moves out. `run` must pass the check to each of its executions; it includes the check of `by`. Throws like `PolicyRunner.finished`.
 */
export const onWholeTopicsBy =
  (runner: Pick<PolicyRunner, 'isUnfinished' | 'finished'>) =>
  async <T>({ realmId, check: given }: By, run: (check: Check) => Promise<T>): Promise<T> => {
    const end = performance.now() + limits.topicWaitMsMax;
    const check: Check = (appends) => {
      given?.(appends);
      const events = appends.flatMap((append) => append.events);
      const concerns = (earlier: DomainEvent) => events.some((event) => shareTopic(event, earlier));
      if (runner.isUnfinished(realmId, concerns)) throw new UnderWay(concerns);
    };
    for (;;) {
      try {
        return await run(check);
      } catch (error) {
        if (!(error instanceof UnderWay)) throw error;
        await runner.finished(realmId, error.concerns, end - performance.now());
      }
    }
  };
