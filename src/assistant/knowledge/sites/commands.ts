import type { Command } from 'commander';
import type { CommandRunner } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { type AccountOptions, ofAccount, onAccount } from '../../../platform/accounts/choice.ts';
import { CommandError, type CommandOutput } from '../../../platform/lib/command.ts';
import { parseNumber } from '../../../platform/lib/command-options.ts';
import { MAX_LIMIT } from '../../../platform/lib/cursor-page.ts';
import { AddSite, MAX_DEPTH, MAX_PAGES, MAX_REFRESH_HOURS, type Site } from './schema.ts';
import { addSite, deleteSite, listPages, listSites, refreshSite } from './site.ts';
import { viewSite, viewSitePage } from './view.ts';

interface ReadOptions extends AccountOptions {
  pages: number;
  depth: number;
  refreshHours?: number;
}

/** Of the lists. A narrow terminal leaves them out, in this order. */
const SPARE_COLUMNS = ['checked_at', 'next_read_at', 'skipped', 'found', 'read_at', 'depth', 'status'];

/** `kurir site`: pages on the web that the assistant reads. */
export function registerSiteCommands(program: Command, run: CommandRunner): void {
  const site = program.command('site').description('pages on the web that the assistant answers from');
  readCommands(site, run);

  ofAccount(site.command('add').description('read a page, or with --pages also pages of its site'))
    .argument('<url>', 'the page, or the first one')
    .option('--pages <count>', 'maximum number', parseNumber('The number of pages', MAX_PAGES), 1)
    .option('--depth <links>', 'links from the first page', parseNumber('The depth', MAX_DEPTH), 3)
    .option('--refresh-hours <hours>', 'read it again so often', parseNumber('The hours', MAX_REFRESH_HOURS))
    .action((url: string, { pages, depth, refreshHours, ...options }: ReadOptions) =>
      onAccount(run, options, (ctx, account) =>
        addPage(ctx, account, url, {
          ...{ max_pages: pages, max_depth: depth, refresh_hours: refreshHours ?? null },
        }),
      ),
    );

  ofAccount(site.command('refresh').description('read a site again'))
    .argument('<site>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => rowOf(viewSite(await refreshSite(ctx, account, id)))),
    );

  ofAccount(site.command('remove').description('remove a site with the documents of its pages'))
    .argument('<site>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        await deleteSite(ctx, account, id);
        return { id, removed: true };
      }),
    );
}

/** Adds one page, or with `settings` a site. Throws CommandError for a wrong URL. */
export async function addPage(
  ctx: Context,
  account: Caller,
  url: string,
  settings: Partial<Omit<AddSite, 'url'>> = {},
): Promise<CommandOutput> {
  const parsed = AddSite.safeParse({ url, ...settings });
  if (!parsed.success) {
    const problem = parsed.error.issues[0]?.message ?? 'is wrong';
    throw new CommandError(`The URL ${problem}.`, 'invalid_usage');
  }
  return rowOf(viewSite(await addSite(ctx, account, parsed.data)));
}

function readCommands(site: Command, run: CommandRunner): void {
  ofAccount(site.command('list').description('list sites, and how far they were read')).action(
    (options: AccountOptions) =>
      onAccount(run, { ...options, spareColumns: SPARE_COLUMNS }, async (ctx, account) =>
        (await listSites(ctx, account)).map((row) => rowOf(viewSite(row))),
      ),
  );

  ofAccount(site.command('pages').description('list the pages of a site, and what could not be read'))
    .argument('<site>', 'its id')
    .option('--limit <count>', `maximum number, up to ${MAX_LIMIT}`, parseNumber('The limit', MAX_LIMIT), 50)
    .action((id: string, { limit, ...options }: AccountOptions & { limit: number }) =>
      onAccount(run, { ...options, spareColumns: SPARE_COLUMNS }, async (ctx, account) =>
        (await listPages(ctx, account, id, { limit })).rows.map((row) => {
          const { url, state, problem, status, depth, checked_at } = viewSitePage(row);
          return { url, state, problem, status, depth, checked_at };
        }),
      ),
    );
}

function rowOf({ id, url, state, problem, pages, read_at, next_read_at }: Site) {
  const { found, read, unreadable, skipped } = pages;
  return { id, url, state, problem, read, unreadable, skipped, found, read_at, next_read_at };
}
