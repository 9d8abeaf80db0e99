import type { BrowserContext, Page } from 'playwright-core';

type Anything = (...args: never[]) => unknown;

interface Injection {
  target: { tabId: number };
  func: Anything;
  args: unknown[];
  world: 'MAIN' | 'ISOLATED';
}

/** What the extension did, and its icon. */
export interface Icon {
  /** A click in the toolbar while this page is shown. Resolves when the extension has finished. */
  click(page: Page): Promise<void>;
  /** The text on the icon of a page. */
  badge(page: Page): string;
  /** The pages that the extension opened. */
  opened: string[];
}

/**
 * Runs the background script of the extension with the calls of a browser, on real pages: the packaged Chromium has no
 * extensions. `onTab` sees each tab that the script opens before it loads.
 */
export async function runExtension(
  context: BrowserContext,
  onTab: (page: Page) => Promise<void>,
): Promise<Icon> {
  const tabs: Page[] = [];
  const badges = new Map<number, string>();
  const opened: string[] = [];
  let clicked: (tab: { id: number }) => Promise<void> = async () => {};
  const tabOf = (id: number) => tabs[id] ?? Promise.reject(new Error(`no tab ${id}`));
  const idOf = (page: Page) => (tabs.includes(page) ? tabs.indexOf(page) : tabs.push(page) - 1);
  const chrome = {
    action: {
      onClicked: {
        addListener(listener: typeof clicked) {
          clicked = listener;
        },
      },
      setBadgeText: async ({ tabId, text }: { tabId: number; text: string }) => void badges.set(tabId, text),
    },
    tabs: {
      async create({ url }: { url: string }) {
        const page = await context.newPage();
        await onTab(page);
        opened.push(url);
        await page.goto(url);
        return { id: idOf(page) };
      },
      get: async () => ({ status: 'complete' }),
      update: async (id: number) => (await tabOf(id)).bringToFront(),
      remove: async (id: number) => (await tabOf(id)).close(),
    },
    scripting: {
      async executeScript({ target, func, args, world }: Injection) {
        const page = await tabOf(target.tabId);
        return [{ result: await runIn(page, `(${func})(...${JSON.stringify(args)})`, world) }];
      },
    },
  };
  Object.assign(globalThis, { chrome });
  await import(new URL(`../../extension/background.js?${Math.random()}`, import.meta.url).href);
  return {
    click: (page) => clicked({ id: idOf(page) }),
    badge: (page) => badges.get(idOf(page)) ?? '',
    opened,
  };
}

/** As `executeScript`: in the world of the page, or in one beside it. */
async function runIn(page: Page, expression: string, world: Injection['world']): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const isolated = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const { result } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
    ...(world === 'ISOLATED' && { contextId: isolated.executionContextId }),
  });
  await session.detach();
  return result.value;
}
