import type { Command } from 'commander';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import type { Context } from '../../context.ts';
import { openFileStore } from '../../files.ts';
import { type AccountOptions, theAccount, withAccount } from '../../platform/accounts/commands.ts';
import type { FileStore } from '../../platform/lib/file-store/file-store.ts';
import { exportAccount, rowsOf } from './export.ts';
import { importAccount } from './import.ts';
import type { Manifest } from './manifest.ts';

/** `kurir account export` and `import`. */
export function registerCopyCommand(account: Command, run: CommandRunner): void {
  withAccount(
    account.command('export').description('write an account with its files into a ZIP, without its secrets'),
  )
    .requiredOption('--to <file>', 'the ZIP: it must not exist')
    .action((id: number | undefined, options: AccountOptions & { to: string }) =>
      run(
        (ctx) =>
          withFiles(ctx, async (files) => {
            const account_id = theAccount(id, options);
            const manifest = await exportAccount(ctx, files, account_id, options.to);
            const { stored, missing } = manifest.files;
            return {
              account_id,
              file: options.to,
              ...countsOf(manifest),
              files: stored,
              files_missing: missing,
            };
          }),
        options,
      ),
    );

  account
    .command('import')
    .description('make a new account from the ZIP of an export; nothing of it is sent')
    .argument('<file>', 'the ZIP')
    .option('--plan <plan>', 'plan of the account; default: the one with the same name')
    .option('--json', 'one line of JSON')
    .action((file: string, options: CommandOptions & { plan?: string }) =>
      run(
        (ctx) =>
          withFiles(ctx, async (files) => {
            const { accountId, apiKey, manifest, isRenamed } = await importAccount(ctx, files, file, options);
            return {
              account_id: accountId,
              api_key: apiKey,
              ...countsOf(manifest),
              files: manifest.files.stored,
              ids: isRenamed ? 'new' : 'kept',
              enter_again: manifest.enter_again
                .map(({ what, names }) => `${what}: ${names.length}`)
                .join(', '),
            };
          }),
        options,
      ),
    );
}

async function withFiles<T>(ctx: Context, work: (files: FileStore) => Promise<T>): Promise<T> {
  const files = openFileStore(ctx.config);
  try {
    return await work(files);
  } finally {
    await files.close();
  }
}

const SHOWN = ['messages', 'conversations', 'contacts', 'users', 'broadcasts'];

const countsOf = (manifest: Manifest) =>
  Object.fromEntries(SHOWN.map((name) => [name, rowsOf(manifest, name)]));
