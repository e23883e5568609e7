import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { theme } from '../view/theme.ts';

const height = 120;
const hourSeconds = 3600;

const minute = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** A plot of one figure over the last hour. `times`: in seconds. `least`: the smallest upper end of the scale. The caption gives the figures as text. */
export function Plot(props: {
  readonly title: string;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly shown: (value: number) => string;
  readonly least: number;
}) {
  const { title, times, values, shown, least } = props;
  const host = useRef<HTMLDivElement>(null);
  const chosen = theme.value;
  useEffect(() => {
    const place = host.current;
    if (!place) return undefined;
    // A canvas cannot use CSS variables, so the colours are read from the element around it.
    const { color, borderTopColor, caretColor } = getComputedStyle(place);
    const axis = {
      stroke: caretColor,
      grid: { stroke: borderTopColor, width: 1 },
      ticks: { stroke: borderTopColor, width: 1 },
    };
    const plot = new uPlot(
      {
        width: place.clientWidth,
        height,
        legend: { show: false },
        cursor: { show: false },
        // With one sample, or with zeros alone, the scales would have no extent of their own.
        scales: {
          x: { range: (_plot, _first, last) => [last - hourSeconds, last] },
          y: { range: (_plot, _low, high) => [0, Math.max(high * 1.1, least)] },
        },
        axes: [
          { ...axis, values: (_plot, ticks) => ticks.map((seconds) => minute.format(new Date(1000 * seconds))) },
          { ...axis, size: 64, space: 24, values: (_plot, ticks) => ticks.map(shown) },
        ],
        series: [{}, { stroke: color, width: 1.5, fill: 'transparent', points: { show: times.length < 2 } }],
      },
      [[...times], [...values]],
      place,
    );
    const sized = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height }));
    sized.observe(place);
    return () => {
      sized.disconnect();
      plot.destroy();
    };
  }, [times, values, chosen, least]);
  const known = values.filter((value) => value !== null);
  const last = known.at(-1);
  const words = last === undefined ? 'no samples yet' : `now ${shown(last)}, at most ${shown(Math.max(...known))}`;
  return (
    <figure class="plot">
      <figcaption>
        <b>{title}</b> {words}
      </figcaption>
      <div ref={host} class="canvas" aria-hidden="true" />
    </figure>
  );
}
