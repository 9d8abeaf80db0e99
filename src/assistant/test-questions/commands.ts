import type { Command } from 'commander';
import type { CommandRunner } from '../../command.ts';
import { type AccountOptions, ofAccount, onAccount } from '../../platform/accounts/choice.ts';
import { requireFields } from '../../platform/lib/check-fields.ts';
import { readTextFile } from '../../platform/lib/command-files.ts';
import { limitOption } from '../../platform/lib/command-options.ts';
import { MAX_CSV_BYTES } from '../../platform/lib/csv.ts';
import {
  createTestQuestion,
  deleteTestQuestion,
  importTestQuestions,
  listTestQuestions,
} from './question.ts';
import { CreateTestQuestion } from './schema.ts';
import { viewTestQuestion } from './view.ts';

/** Of the list. A narrow terminal leaves them out, in this order. */
const SPARE_COLUMNS = ['created_at', 'checked_at', 'earlier_outcome'];

/** `kurir test-question`: what the assistant is asked after each training. */
export function registerTestQuestionCommands(program: Command, run: CommandRunner): void {
  const group = program
    .command('test-question')
    .description('questions that the assistant is asked as a test');

  ofAccount(group.command('list').description('list test questions with their last outcomes'))
    .addOption(limitOption())
    .action(({ limit, ...options }: AccountOptions & { limit: number }) =>
      onAccount(run, { ...options, spareColumns: SPARE_COLUMNS }, async (ctx, account) =>
        (await listTestQuestions(ctx, account, { limit })).rows.map((row) => ({ ...viewTestQuestion(row) })),
      ),
    );

  ofAccount(group.command('add').description('add a question that staff must get, or one FAQ pair answer'))
    .argument('<question>', 'as a customer writes it')
    .option('--faq <faq>', 'id of the FAQ pair that must answer')
    .action((question: string, { faq, ...options }: AccountOptions & { faq?: string }) =>
      onAccount(run, options, async (ctx, account) => {
        const given = requireFields(CreateTestQuestion, { question, faq_id: faq ?? null });
        return { ...viewTestQuestion(await createTestQuestion(ctx, account, given)) };
      }),
    );

  ofAccount(group.command('import').description('import a CSV file with the columns question and faq_id'))
    .argument('<file>', 'CSV; an empty faq_id means that staff must get the question')
    .action((file: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => ({
        ...(await importTestQuestions(ctx, account, await readTextFile(file, MAX_CSV_BYTES))),
      })),
    );

  ofAccount(group.command('remove').description('remove a test question'))
    .argument('<question>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        await deleteTestQuestion(ctx, account, id);
        return { id, removed: true };
      }),
    );
}
