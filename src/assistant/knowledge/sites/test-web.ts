import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { TestContext } from '../../../../test/harness/context.ts';
import { type ReceivedRequest, startReceiver } from '../../../../test/harness/receiver.ts';
import type { Service } from '../../../../test/harness/service.ts';
import { createGuardedClient } from '../../../platform/lib/guarded-fetch/client.ts';
import type { Reading, readDocument } from '../documents/reading/document-reader.ts';
import { parse } from '../documents/reading/parse.ts';
import { PassageWriter } from '../documents/reading/passages.ts';
import { NO_PAGE_LINKS } from '../documents/reading/reading.ts';
import { readKnowledge } from '../knowledge.ts';
import { listDueAccounts } from './store.ts';
import { ReadingTurns } from './walk/reading-turns.ts';
import { PAGE_LIMITS, takeDueStep } from './walk/site-job.ts';

type Page = string | ((request: ReceivedRequest, response: ServerResponse) => void);

/** A web server on loopback. A text is a page of HTML; what is missing answers 404. */
export async function openWeb(pages: Record<string, Page>) {
  const { port, requests } = await startReceiver((request, response) => {
    const page = pages[request.path];
    if (page === undefined) response.writeHead(404).end('gone');
    else if (typeof page === 'string') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else page(request, response);
  });
  return {
    pages,
    origin: `http://127.0.0.1:${port}`,
    /** Since the last call, without robots.txt and the usual sitemap. */
    visits: () =>
      requests
        .splice(0)
        .map(({ path }) => path)
        .filter((path) => path !== '/robots.txt' && path !== '/sitemap.xml'),
    requests,
  };
}

/** A worker that may reach loopback, and what shops see of it. */
export async function openReader(ctx: TestContext, service: Service) {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-sites-'));
  const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
  const publicClient = createGuardedClient({ allowNetworks: [] });
  afterAll(async () => {
    await Promise.all([client.close(), publicClient.close()]);
    await rm(folder, { recursive: true });
  });
  const clients = { live: client, sandbox: client };
  const reading = { folder, clients, publicClient, limits: PAGE_LIMITS };
  const startWorker = () => {
    const signal = new AbortController().signal;
    const walking = { ...reading, read: readHere, turns: new ReadingTurns(ctx), signal };
    return {
      /** One step of each account that has a site that is due. False: none has. */
      async runOnce(accountId?: number): Promise<boolean> {
        const due = await listDueAccounts(ctx.db, { now: ctx.now() });
        const accounts = accountId ? [accountId] : due.map(({ account_id }) => account_id);
        const steps = await Promise.all(accounts.map((id) => takeDueStep(ctx, walking, id)));
        return steps.includes(true);
      },
    };
  };
  const worker = startWorker();

  async function shop() {
    const customer = await service.customer({ rate_per_minute: 1_000 });
    const { api, account } = customer;
    const add = async (url: string, more: object = {}) =>
      api('POST', '/v1/knowledge/sites', { url, ...more });
    const show = async (id: string) => (await api('GET', `/v1/knowledge/sites/${id}`)).body;
    return {
      ...customer,
      add,
      show,
      /** Until the site has been read. */
      async walk(id: string, walker = worker, pauseMs = 30_000) {
        for (let step = 0; step < 200; step += 1) {
          const site = await show(id);
          if (site.state === 'ready' || site.state === 'failed') return site;
          await walker.runOnce(account.id);
          ctx.clock.advance(pauseMs);
        }
        throw new Error(`The site ${id} is never ready.`);
      },
      async report(id: string) {
        const { data } = (await api('GET', `/v1/knowledge/sites/${id}/pages?limit=200`)).body;
        return data;
      },
      known: () => readKnowledge(ctx.db, account.id),
    };
  }
  return { worker, startWorker, shop, reading };
}

/** In this process: a child takes half a second of a processor for each page. */
const readHere: typeof readDocument = async (file, format) => {
  const reading: Reading = {
    ...{
      passages: [],
      lastPage: 0,
      title: null,
      pages: null,
      unreadablePages: [],
      pictures: 0,
      isCut: false,
    },
    ...{ links: NO_PAGE_LINKS, problem: 'too_complex' },
  };
  const passages = new PassageWriter((passage) => reading.passages.push(passage));
  await parse(format, await readFile(file), (line) => {
    if (line.kind === 'section') passages.add(line.section);
    if (line.kind === 'title') reading.title = line.title;
    if (line.kind === 'links') reading.links = line.links;
    if (line.kind === 'failed') reading.problem = line.problem;
    if (line.kind === 'end') reading.problem = null;
  });
  passages.flush();
  return reading;
};
