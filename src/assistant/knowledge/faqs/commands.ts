import { type Command, Option } from 'commander';
import type { CommandRunner } from '../../../command.ts';
import { type AccountOptions, ofAccount, onAccount } from '../../../platform/accounts/choice.ts';
import { readTextFile, writeTextFile } from '../../../platform/lib/command-files.ts';
import { limitOption } from '../../../platform/lib/command-options.ts';
import { MAX_CSV_BYTES } from '../../../platform/lib/csv.ts';
import { createFaq, deleteFaq, listFaqs } from './faq.ts';
import { exportFaqs, importFaqs } from './import.ts';
import type { ImportFaqs } from './schema.ts';
import { viewFaq, viewSaved } from './view.ts';

interface ListOptions extends AccountOptions {
  search?: string;
  limit: number;
}
interface ImportOptions extends AccountOptions {
  mode: ImportFaqs['mode'];
  dryRun?: boolean;
}

/** Of the list. A narrow terminal leaves them out, in this order. */
const SPARE_COLUMNS = ['updated_at', 'device_uuids', 'language', 'enabled'];

/** `kurir faq`: what the assistant answers. */
export function registerFaqCommands(program: Command, run: CommandRunner): void {
  const faq = program.command('faq').description('questions and answers of the assistant');

  ofAccount(faq.command('list').description('list answers with their questions, oldest first'))
    .option('--search <text>', 'only with this text in the answer or a question')
    .addOption(limitOption())
    .action(({ search: q, limit, ...options }: ListOptions) =>
      onAccount(run, { ...options, spareColumns: SPARE_COLUMNS }, async (ctx, account) =>
        (await listFaqs(ctx, account, { q, limit })).rows.map((row) => {
          const { id, questions, answer, enabled, language, device_uuids, updated_at } = viewFaq(row);
          return { id, questions, answer, enabled, language, device_uuids, updated_at };
        }),
      ),
    );

  ofAccount(faq.command('add').description('add an answer with the questions that it answers'))
    .argument('<answer>', 'what the customer reads')
    .argument('<questions...>', 'as customers ask; five or more are best')
    .action((answer: string, questions: string[], options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) =>
        viewSaved(await createFaq(ctx, account, { answer, questions, enabled: true })),
      ),
    );

  ofAccount(faq.command('import').description('import a CSV file with the columns question and answer'))
    .argument('<file>', 'CSV; several rows of one answer are its questions')
    .addOption(
      new Option('--mode <mode>', 'replace: delete what the file does not have')
        .choices(['add', 'replace'])
        .default('add'),
    )
    .option('--dry-run', 'report what would change, and change nothing')
    .action((file: string, { mode, dryRun, ...options }: ImportOptions) =>
      onAccount(run, options, async (ctx, account) => ({
        ...(await importFaqs(ctx, account, await readTextFile(file, MAX_CSV_BYTES), {
          ...{ mode, dry_run: dryRun ? 'true' : 'false' },
        })),
      })),
    );

  ofAccount(faq.command('export').description('write all questions and answers to a CSV file'))
    .argument('<file>', 'is replaced if it exists')
    .action((file: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        await writeTextFile(file, exportFaqs(ctx, account));
        return { file };
      }),
    );

  ofAccount(faq.command('remove').description('remove an answer with its questions'))
    .argument('<faq>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        await deleteFaq(ctx, account, id);
        return { id, removed: true };
      }),
    );
}
