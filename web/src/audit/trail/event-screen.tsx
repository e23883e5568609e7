import { EventDetail } from './event-detail.tsx';

/** One event, at an address of its own. */
export const EventScreen = ({ id }: { readonly id: string }) => (
  <section class="screen" aria-label="Event">
    <h2>Event</h2>
    <p class="lead">
      One event of the organization, as it stands on record. <a href="#audit/trail">To the trail</a>
    </p>
    <EventDetail id={id} />
  </section>
);
