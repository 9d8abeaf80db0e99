import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import type { CommandRunner } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { openFileStore } from '../../../files.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { type AccountOptions, ofAccount, onAccount } from '../../../platform/accounts/choice.ts';
import { CommandError } from '../../../platform/lib/command.ts';
import { sizeOfFile } from '../../../platform/lib/command-files.ts';
import { limitOption } from '../../../platform/lib/command-options.ts';
import { headOf } from '../../../platform/lib/media/head.ts';
import { addPage } from '../sites/commands.ts';
import { addDocument, deleteDocument, listDocuments } from './document.ts';
import { formatOf } from './reading/format.ts';
import { MAX_FILE, title as titleField } from './schema.ts';
import { titleOf } from './upload.ts';
import { viewDocument } from './view.ts';

/** Of the list. A narrow terminal leaves them out, in this order. */
const SPARE_COLUMNS = ['created_at', 'pages', 'size', 'format', 'problem'];

/** `kurir document`: files that the assistant reads. */
export function registerDocumentCommands(program: Command, run: CommandRunner): void {
  const document = program.command('document').description('documents that the assistant answers from');

  ofAccount(document.command('list').description('list documents, and whether they could be read'))
    .addOption(limitOption())
    .action(({ limit, ...options }: AccountOptions & { limit: number }) =>
      onAccount(run, { ...options, spareColumns: SPARE_COLUMNS }, async (ctx, account) =>
        (await listDocuments(ctx, account, { limit })).rows.map((row) => {
          const { id, title, state, passages, problem, format, size, pages, created_at } = viewDocument(row);
          return { id, title, state, passages, problem, format, size, pages, created_at };
        }),
      ),
    );

  ofAccount(
    document.command('add').description('add a PDF, DOCX, HTML, Markdown or text file, or a page on the web'),
  )
    .argument('<file>', 'a file or a URL: the running gateway reads its text, and keeps no file')
    .option('--title <title>', 'default: the name of the file')
    .action((file: string, { title, ...options }: AccountOptions & { title?: string }) =>
      onAccount(run, options, async (ctx, account) =>
        /^https?:\/\//i.test(file)
          ? addPage(ctx, account, file)
          : viewDocument(await addFile(ctx, account, file, title)),
      ),
    );

  ofAccount(document.command('remove').description('remove a document with all of its text'))
    .argument('<document>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        await deleteDocument(ctx, account, id);
        return { id, removed: true };
      }),
    );
}

/** The file of the operator stays: a copy of it is stored. */
async function addFile(ctx: Context, account: Caller, file: string, title: string | undefined) {
  const described = await describeFile(file, title);
  const folder = await mkdtemp(join(tmpdir(), 'kurir-document-'));
  const files = openFileStore(ctx.config);
  try {
    const path = join(folder, 'upload');
    await copyFile(file, path);
    await chmod(path, 0o600);
    return await addDocument({ ctx, files }, account, { ...described, path });
  } finally {
    await files.close();
    await rm(folder, { recursive: true });
  }
}

async function describeFile(path: string, title: string | undefined) {
  const size = await sizeOfFile(path, MAX_FILE);
  const format = size === 0 ? null : formatOf(await headOf(path), basename(path), null);
  if (format === null) {
    throw new CommandError(`${path} must be a PDF, DOCX, HTML, Markdown or text file.`, 'invalid_usage');
  }
  const named = titleField.safeParse(title ?? titleOf(path));
  if (!named.success) throw new CommandError('--title is empty or too long.', 'invalid_usage');
  return { size, format, title: named.data };
}
