// Runs on pages of other people: a classic script without imports. The gateway wraps it in a function.

interface Kurir {
  open(): void;
  close(): void;
  /** A token in which the web site signs who its visitor is. */
  identify(identity: string): void;
}

const PATHS = {
  chat: 'M4 4h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H9l-5 4v-4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  close: 'M6 6l12 12M18 6L6 18',
};
const STYLE = `:host{all:initial!important}
button,iframe{position:fixed;bottom:20px;SIDE:20px;border:0;z-index:2147483647;box-shadow:0 4px 24px #0005}
button{width:56px;height:56px;border-radius:50%;background:BACK;color:INK;cursor:pointer;padding:0}
button:focus-visible{outline:3px solid INK;box-shadow:0 0 0 6px BACK}
svg{width:26px;fill:none;stroke:INK;stroke-width:2;stroke-linecap:round;stroke-linejoin:round;vertical-align:middle}
span{position:absolute;top:-4px;right:-4px;min-width:12px;padding:0 5px;border-radius:11px;background:#b3261e;
color:#fff;font:600 12px/22px system-ui}
iframe{bottom:90px;width:384px;height:640px;max-height:calc(100% - 110px);border-radius:16px;color-scheme:normal}
@media(max-width:480px){iframe{inset:0;width:100%;height:100%;max-height:none;border-radius:0}.ready{visibility:hidden}}
@media print{*{display:none}}`;

const page = window as unknown as { kurir?: Kurir };
const script = (document.currentScript ?? document.querySelector('script[data-widget]')) as HTMLScriptElement;
const { widget = '', color = '', language = navigator.language, position } = script.dataset;
const base = script.src.replace(/\/w\.js.*/, '');
const { origin } = new URL(base);
const words: Record<string, string> = { id: 'baru', pt: 'novas', es: 'nuevos' };
const html = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag) => document.createElement(tag);
const svg = (tag: string) => document.createElementNS('http://www.w3.org/2000/svg', tag);
const button = html('button');
const path = svg('path');
const badge = html('span');
const host = html('div');
const shadow = host.attachShadow({ mode: 'closed' });
let frame: HTMLIFrameElement | undefined;
let isOpen = false;
let isReady = false;
let unread = 0;
let identity: string | undefined;

/** Black or white, by the rule of frame/color.ts. */
function inkOn(back: string): string {
  const light = [0.2126, 0.7152, 0.0722].reduce(
    (sum, share, index) =>
      sum + share * (Number(`0x${back.slice(1 + 2 * index, 3 + 2 * index)}`) / 255) ** 2.2,
    0,
  );
  return light > 0.179 ? '#000' : '#fff';
}

function show(): void {
  path.setAttribute('d', isOpen ? PATHS.close : PATHS.chat);
  button.setAttribute('aria-expanded', `${isOpen}`);
  button.setAttribute(
    'aria-label',
    unread ? `Chat: ${unread} ${words[language.slice(0, 2)] ?? 'new'}` : 'Chat',
  );
  button.classList.toggle('ready', isOpen && isReady);
  badge.textContent = `${unread}`;
  badge.hidden = isOpen || !unread;
  if (frame) frame.hidden = !isOpen;
}

function post(kurir: string): void {
  if (isReady) frame?.contentWindow?.postMessage({ kurir, identity }, origin);
}

function load(): void {
  if (frame) return;
  frame = html('iframe');
  frame.title = 'Chat';
  frame.hidden = true;
  frame.src = `${base}/w/${widget}?language=${language}#${location.origin}`;
  shadow.prepend(frame);
}

function turn(open: boolean): void {
  if (open) load();
  if (open === isOpen) return;
  const hadFocus = shadow.activeElement === frame;
  isOpen = open;
  show();
  if (open) frame?.focus();
  else if (hadFocus) button.focus();
  post(open ? 'open' : 'close');
}

function onMessage({ source, origin: sender, data }: MessageEvent): void {
  if (!frame || source !== frame.contentWindow || sender !== origin) return;
  const { kurir, count } = Object(data);
  if (kurir === 'ready') {
    isReady = true;
    if (identity) post('identify');
    if (isOpen) post('open');
  }
  if (kurir === 'close') turn(false);
  if (kurir === 'unread') unread = count;
  show();
}

function start(): void {
  const sheet = new CSSStyleSheet();
  const back = /^#[\da-f]{6}$/i.test(color) ? color : '#0b7a5b';
  sheet.replaceSync(
    STYLE.replaceAll('INK', inkOn(back))
      .replaceAll('BACK', back)
      .replace('SIDE', position === 'left' ? position : 'right'),
  );
  shadow.adoptedStyleSheets = [sheet];
  const icon = svg('svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.append(path);
  button.append(icon, badge);
  button.onpointerenter = button.onfocus = load;
  button.onclick = () => turn(!isOpen);
  button.addEventListener('keydown', ({ key }) => key === 'Escape' && turn(false));
  shadow.append(button);
  show();
  (document.body ?? document.documentElement).append(host);
}

if (!page.kurir) {
  page.kurir = {
    open: () => turn(true),
    close: () => turn(false),
    identify(given) {
      identity = given;
      post('identify');
    },
  };
  addEventListener('message', onMessage);
  start();
  dispatchEvent(new Event('kurir:ready'));
}
