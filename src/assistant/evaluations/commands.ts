import { type Command, Option } from 'commander';
import type { CommandRunner } from '../../command.ts';
import { type AccountOptions, ofAccount, onAccount } from '../../platform/accounts/choice.ts';
import { limitOption, parseNumber } from '../../platform/lib/command-options.ts';
import { getEvaluation, listEvaluations, startEvaluation } from './evaluation.ts';
import { type EvaluationKind, KINDS, MAX_DAYS, MAX_MESSAGES } from './schema.ts';
import { viewEvaluation, viewListed } from './view.ts';

interface StartOptions extends AccountOptions {
  kind: EvaluationKind;
  days: number;
  messages: number;
}

/** Of the list. A narrow terminal leaves them out, in this order. */
const SPARE_COLUMNS = ['max_messages', 'from', 'finished_at'];
const DEFAULT_DAYS = 30;

/** `kurir assistant evaluate`, `evaluations` and `evaluation`. */
export function registerEvaluationCommand(assistant: Command, run: CommandRunner): void {
  ofAccount(
    assistant.command('evaluate').description('ask it old messages or test questions; nothing is sent'),
  )
    .addOption(new Option('--kind <kind>', 'what it is asked').choices(KINDS).default('history'))
    .option(
      '--days <days>',
      'of history: how many days back',
      parseNumber('The number of days', MAX_DAYS),
      DEFAULT_DAYS,
    )
    .option(
      '--messages <count>',
      'of history: the newest messages',
      parseNumber('The number of messages', MAX_MESSAGES),
      MAX_MESSAGES,
    )
    .action(({ kind, days, messages, ...options }: StartOptions) =>
      onAccount(run, options, async (ctx, account) => ({
        ...viewListed(await startEvaluation(ctx, account, { kind, days, max_messages: messages })),
      })),
    );

  ofAccount(assistant.command('evaluations').description('list evaluations, newest first'))
    .addOption(limitOption({ preset: 20 }))
    .action(({ limit, ...options }: AccountOptions & { limit: number }) =>
      onAccount(run, { ...options, spareColumns: SPARE_COLUMNS }, async (ctx, account) =>
        (await listEvaluations(ctx, account, { limit })).rows.map((row) => ({ ...viewListed(row) })),
      ),
    );

  ofAccount(assistant.command('evaluation').description('show how far an evaluation is, and its report'))
    .argument('<evaluation>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => ({
        ...viewEvaluation(await getEvaluation(ctx, account, id)),
      })),
    );
}
