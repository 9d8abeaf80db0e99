import type { Command } from 'commander';
import type { CommandOptions, CommandRunner } from '../command.ts';
import { type AccountOptions, ofAccount, onAccount } from '../platform/accounts/choice.ts';
import { CommandError, type CommandOutput } from '../platform/lib/command.ts';
import { readJsonFile } from '../platform/lib/command-files.ts';
import { askAssistant } from './ask/ask.ts';
import { AskAssistant } from './ask/schema.ts';
import { openAssistant } from './assistant.ts';
import { registerEvalCommand } from './evaluation/commands.ts';
import { registerEvaluationCommand } from './evaluations/commands.ts';
import { registerReportCommand } from './report/commands.ts';
import { ChangeAssistant } from './settings/schema.ts';
import { changeAssistant, showAssistant } from './settings/settings.ts';

/** Runs an action without a database. */
type Runner = (action: () => Promise<CommandOutput>, options: CommandOptions) => Promise<void>;

const MAX_FILE = 1024 * 1024;

/** `kurir assistant`. */
export function registerAssistantCommands(program: Command, run: CommandRunner, plain: Runner): void {
  const assistant = program
    .command('assistant')
    .description('the assistant: its settings, answers and figures');
  registerEvalCommand(assistant, plain);
  registerReportCommand(assistant, run);
  registerEvaluationCommand(assistant, run);

  ofAccount(assistant.command('show').description('show the settings, and what it has learned')).action(
    (options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => ({ ...(await showAssistant(ctx, account)) })),
  );

  ofAccount(assistant.command('set').description('change the settings that a JSON file has'))
    .argument('<file>', 'the body of PATCH /v1/assistant')
    .action((file: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const change = await readJsonFile(file, ChangeAssistant, MAX_FILE);
        return { ...(await changeAssistant(ctx, account, change)) };
      }),
    );

  ofAccount(assistant.command('enable').description('let it answer customers'))
    .option('--shadow', 'let it decide and store what it would answer, and send nothing')
    .action(({ shadow, ...options }: AccountOptions & { shadow?: boolean }) =>
      onAccount(run, options, async (ctx, account) => {
        const mode = shadow ? 'shadow' : 'live';
        const { model } = await changeAssistant(ctx, account, { enabled: true, mode });
        return { enabled: true, mode, model };
      }),
    );

  ofAccount(assistant.command('disable').description('let it read no more messages')).action(
    (options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        await changeAssistant(ctx, account, { enabled: false });
        return { enabled: false };
      }),
  );

  ofAccount(assistant.command('ask').description('show what it would answer, without a language model'))
    .argument('<question>', 'as a customer writes it')
    .action((question: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const asked = AskAssistant.safeParse({ question });
        if (!asked.success) throw new CommandError('The question is empty or too long.', 'invalid_usage');
        return { ...(await askAssistant(ctx, openAssistant(ctx, null), account, asked.data)) };
      }),
    );
}
