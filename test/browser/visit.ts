import type { Browser, BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core';
import type { ShownWidget } from '../../src/inbox/entry-points/widgets/widget.ts';

const FOCUSED = `(({ ariaLabel, ariaExpanded } = {}) => ariaLabel && \`\${ariaLabel}, \${ariaExpanded}\`)(
  document.activeElement?.shadowRoot?.activeElement ?? undefined)`;
const OPEN_ROOTS = `{
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function () { return attachShadow.call(this, { mode: 'open' }); };
}`;

/** What a visitor sees, with everything that the browser complained about. */
export interface Visit {
  page: Page;
  /** Errors and warnings of the console. */
  complaints: string[];
  /** The paths of all requests, in their order. */
  requests: string[];
  /** The bubble. */
  button: Locator;
  /** The frame of the widget. */
  frame: FrameLocator;
  /** Name and state of the bubble when it has the focus. */
  focused(): Promise<string | null>;
}

/** `isClosed`: the shadow root stays as the loader makes it, so that no test looks into it. */
export async function openVisit(
  browser: Browser,
  options: BrowserContextOptions = {},
  { isClosed = false } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    ...{ locale: 'en-US', viewport: { width: 1000, height: 800 }, ...options },
  });
  const page = await context.newPage();
  if (!isClosed) await page.addInitScript(OPEN_ROOTS);
  const [complaints, requests]: [string[], string[]] = [[], []];
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) complaints.push(line.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => requests.push(request.url().replace(/[?#].*/, '')));
  return {
    ...{ page, complaints, requests },
    button: page.locator('div > button'),
    frame: page.frameLocator('iframe[title=Chat]'),
    focused: () => page.evaluate(FOCUSED),
  };
}

/** What the owner of a site puts into the page. */
export function snippetOf(base: string, { widget_uuid, color, language }: ShownWidget): string {
  const chosen = language === null ? '' : ` data-language="${language}"`;
  return `<script async src="${base}/w.js" data-widget="${widget_uuid}" data-color="${color}"${chosen}></script>`;
}

/** The page of a shop with a widget. */
export const shopPage = (base: string, widget: ShownWidget) =>
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>' +
  `<main><h1>Shop</h1></main>${snippetOf(base, widget)}`;

/** The strictest policy with which a page can embed a widget, with the values of its snippet. */
export const STRICT = (base: string) => ({
  'content-security-policy': [
    ...["default-src 'none'", `script-src ${base}/w.js`, `frame-src ${base}/w/`],
    "require-trusted-types-for 'script'",
  ].join('; '),
});
