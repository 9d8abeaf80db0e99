import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { TEST_CERTIFICATE, TEST_KEY } from '../harness/tls.ts';

const EXTENSION = fileURLToPath(new URL('../../extension', import.meta.url));

/**
 * A Chromium of this machine with the extension installed, and a site of the network: its pages end when `isReady`.
 */
export async function openInstalled(program: string, isReady: Promise<void>): Promise<BrowserContext> {
  const site = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (_request, response) => {
    // The tab is there at the first byte, and loaded at the last one.
    response.writeHead(200, { 'content-type': 'text/plain' }).write('.'.repeat(2_048));
    void isReady.then(() => response.end());
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  onTestFinished(() => void site.close());
  const { port } = site.address() as AddressInfo;
  const context = await chromium.launchPersistentContext('', {
    executablePath: program,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...['--no-sandbox', '--enable-unsafe-extension-debugging', '--ignore-certificate-errors'],
      ...[`--load-extension=${EXTENSION}`, `--disable-extensions-except=${EXTENSION}`],
      `--host-resolver-rules=MAP web.whatsapp.com 127.0.0.1:${port}`,
    ],
  });
  onTestFinished(() => context.close());
  return context;
}

interface Targets {
  targetInfos: { targetId: string; url: string }[];
}

/** A click on the icon in the toolbar while this page is shown. */
export async function clickIcon(page: Page): Promise<void> {
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const session = await context.browser()?.newBrowserCDPSession();
  // The types of Playwright lack both calls.
  const send = session?.send.bind(session) as unknown as (call: string, params: object) => Promise<Targets>;
  const { targetInfos } = await send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const targetId = targetInfos.find(({ url }) => url === page.url())?.targetId;
  await send('Extensions.triggerAction', { id: new URL(worker.url()).host, targetId });
}
