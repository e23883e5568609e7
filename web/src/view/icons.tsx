/** Icons, drawn as lines on a grid of 24 units. */
const paths = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  star: 'm12 4 2.5 5.2 5.6.7-4.1 3.9 1 5.6-5-2.8-5 2.8 1-5.6L3.9 9.9l5.6-.7z',
  smile:
    'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM9 10v.5M15 10v.5M8.5 14.2c.9 1.2 2.100 1.800 3.500 1.800s2.600-.6 3.500-1.800',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  history: 'M4.500 12a7.500 7.500 0 1 0 2.400-5.500L4 9M4 4v5h5M12 8v4l3 2',
  remove: 'M5 7h14M10 7V4.500h4V7M7 7l1 12.500h8L17 7',
  reply: 'M9 6 4 11l5 5M4.500 11H14c3.500 0 6 2.500 6 6v1',
  close: 'M6 6l12 12M18 6 6 18',
  all: 'M4 6h16v10H9l-5 4z',
  mention:
    'M15.500 12a3.500 3.500 0 1 1-7 0 3.500 3.500 0 0 1 7 0zM15.500 9v4a2.500 2.500 0 0 0 5 0v-1A8.500 8.500 0 1 0 17 18.900',
  lock: 'M6.500 11h11v8.500h-11zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  send: 'M4 12 20 4.500 15.500 20l-4-6.500zM11.500 13.500 20 4.500',
  attach:
    'm19 11-7.500 7.500a4.600 4.600 0 0 1-6.500-6.500L13 4.500a3 3 0 0 1 4.300 4.300l-7.800 7.700a1.500 1.500 0 0 1-2.100-2.100L14 7.800',
  pulse: 'M3 13h4l2.500-7 4 12 2.500-7H21',
  trail: 'M9 6h11M9 12h11M9 18h11M4.500 6h.100M4.500 12h.100M4.500 18h.100',
  book: 'M4 5.500c3-1 5.500-.500 8 1 2.500-1.500 5-2 8-1V18c-3-1-5.500-.500-8 1-2.500-1.500-5-2-8-1zM12 6.500V19',
  parcel: 'M4 8l8-4 8 4v8.500l-8 4-8-4zM4 8l8 4 8-4M12 12v8.500',
  eye: 'M3 12s3.300-6 9-6 9 6 9 6-3.300 6-9 6-9-6-9-6zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  people:
    'M9 11.500a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400zM3 19c.4-3 2.800-4.700 6-4.700s5.600 1.700 6 4.700M15.500 5.600a3 3 0 0 1 0 5.600M17 14.600c2.200.5 3.700 2 4 4.400',
  invite:
    'M10 11.500a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400zM4 19c.4-3 2.800-4.700 6-4.700 1.500 0 2.800.3 3.900 1M18 12.500v6M15 15.500h6',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4l3 2',
  plus: 'M12 5v14M5 12h14',
  play: 'M6 5v14M10 5.500v13l9-6.500z',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  seal: 'M12 3.500 19 6v6c0 4.300-3 7.300-7 8.500-4-1.200-7-4.200-7-8.500V6zM8.500 12l2.500 2.500 4.500-5',
  check: 'M7 3.5h7l4 4V20.5H7zM14 3.500v4h4M9.500 14l2 2 4-4',
  bell: 'M5.500 17h13c-1.500-1.500-2-3-2-6.500a4.500 4.500 0 0 0-9 0c0 3.500-.5 5-2 6.500zM10 20h4',
  mute: 'M5.500 17h13c-1.500-1.500-2-3-2-6.500a4.500 4.500 0 0 0-9 0c0 3.500-.5 5-2 6.500zM10 20h4M4 4l16 16',
  done: 'M3 12.500l4.500 4.500L17 7M12 16l1 1L21 8.500',
  theme: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 4v16',
  help: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM9.800 9.800a2.200 2.200 0 1 1 3.400 1.900c-.8.500-1.200 1-1.200 1.800M12 16v.2',
  out: 'M14 5H6v14h8M11 12h9M17 9l3 3-3 3',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);

/** A button that shows an icon. Its label is its accessible name and its tooltip. */
export function IconButton(props: {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => unknown;
  readonly class?: string;
  readonly pressed?: boolean;
}) {
  const { icon, label, onClick, pressed } = props;
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      onClick={() => void onClick()}
    >
      <Icon name={icon} />
    </button>
  );
}
