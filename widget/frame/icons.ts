import { type ComponentChild, h } from 'preact';

const PATHS = {
  app: 'M14 4h6v6M20 4l-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4',
  back: 'M15 5l-7 7 7 7',
  clock: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18',
  close: 'M6 6l12 12M18 6L6 18',
  file: 'M13 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V9zM13 3v6h6',
  phone: 'M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM11 18h2',
  send: 'M5 12h13M12 5l7 7-7 7',
  tick: 'M5 12l5 5L20 7',
  ticks: 'M2 12l5 5L16 7M11 15l2 2L22 7',
};

/** An icon for the eye alone: the element around it has a name. */
export function icon(name: keyof typeof PATHS): ComponentChild {
  return h(
    'svg',
    { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
    h('path', { d: PATHS[name] }),
  );
}
