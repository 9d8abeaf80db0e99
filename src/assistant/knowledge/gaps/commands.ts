import { type Command, Option } from 'commander';
import type { CommandRunner } from '../../../command.ts';
import { type AccountOptions, ofAccount, onAccount } from '../../../platform/accounts/choice.ts';
import { requireFields } from '../../../platform/lib/check-fields.ts';
import { limitOption } from '../../../platform/lib/command-options.ts';
import { answerGap, dismissGap, listGaps } from './gap.ts';
import { AnswerGap, type GapStatus, STATUSES } from './schema.ts';
import { viewGap } from './view.ts';

interface ListOptions extends AccountOptions {
  status?: GapStatus;
  limit: number;
}
interface AnswerOptions extends AccountOptions {
  faq?: string;
  question?: string[];
}

/** Of the list. A narrow terminal leaves them out, in this order. */
const SPARE_COLUMNS = ['faq_id', 'asked_again', 'candidate', 'last_asked_at'];

/** `kurir gap`: questions that the assistant could not answer. */
export function registerGapCommands(program: Command, run: CommandRunner): void {
  const gap = program.command('gap').description('questions that the assistant could not answer');

  ofAccount(gap.command('list').description('list gaps with examples, the most asked first'))
    .addOption(new Option('--status <status>', 'only gaps with this status').choices(STATUSES))
    .addOption(limitOption())
    .action(({ status, limit, ...options }: ListOptions) =>
      onAccount(run, { ...options, spareColumns: SPARE_COLUMNS }, async (ctx, account) =>
        (await listGaps(ctx, account, { status, sort: 'count', limit })).rows.map((row) => {
          const { id, count, examples, candidate, asked_again, faq_id, last_asked_at, ...rest } =
            viewGap(row);
          const shown = {
            examples: examples.map(({ question }) => question),
            candidate: candidate?.question ?? null,
          };
          return { id, status: rest.status, count, ...shown, last_asked_at, asked_again, faq_id };
        }),
      ),
    );

  ofAccount(gap.command('answer').description('answer a gap: its questions become an FAQ pair'))
    .argument('<gap>', 'its id')
    .argument('[answer]', 'what the customer reads')
    .option('--faq <faq>', 'id of a present pair that learns the questions, instead of an answer')
    .option('--question <questions...>', 'to learn in your own words; default: those of the gap')
    .action((id: string, answer: string | undefined, { faq, question, ...options }: AnswerOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const given = requireFields(AnswerGap, { answer, faq_id: faq, questions: question });
        const answered = await answerGap(ctx, account, id, given);
        const { status } = viewGap(answered.gap);
        return { id, status, faq_id: answered.faq.faq_uuid, questions: answered.faq.questions };
      }),
    );

  ofAccount(gap.command('dismiss').description('say that a gap needs no answer'))
    .argument('<gap>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const { status } = viewGap(await dismissGap(ctx, account, id));
        return { id, status };
      }),
    );
}
