import { EventDetail } from './event-detail.tsx';

/** One event, at an address of its own. */
export const EventScreen = ({ id }: { readonly id: string }) => (
  <section class="screen" aria-label="Event">
    <h2>Event</h2>
    <p class="lead">
      One event of the organization, as it was recorded. <a href="#audit/trail">Go to the trail</a>
    </p>
    <EventDetail id={id} />
  </section>
);
