import type { Command } from 'commander';
import type { CommandRunner } from '../../command.ts';
import { type AccountOptions, ofAccount, onAccount } from '../../platform/accounts/choice.ts';
import { readJsonFile } from '../../platform/lib/command-files.ts';
import { limitOption } from '../../platform/lib/command-options.ts';
import { listDecisions } from './decisions/decision.ts';
import { viewDecision } from './decisions/view.ts';
import { ChangeAutomationSettings } from './settings/schema.ts';
import { changeSettings, getSettings } from './settings/settings.ts';

const MAX_FILE = 1024 * 1024;
/** Of the list. A narrow terminal leaves them out, in this order. */
const SPARE_COLUMNS = ['ms', 'faq_id', 'flow_id', 'rule_id', 'message_ids'];

/** `kurir automation`: what all automations share. */
export function registerAutomationCommands(program: Command, run: CommandRunner): void {
  const automation = program
    .command('automation')
    .description('what all automations share, and their decisions');

  ofAccount(automation.command('show').description('show the settings')).action((options: AccountOptions) =>
    onAccount(run, options, async (ctx, account) => ({ ...(await getSettings(ctx, account)) })),
  );

  ofAccount(automation.command('set').description('change the settings that a JSON file has'))
    .argument('<file>', 'the body of PATCH /v1/automation')
    .action((file: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const change = await readJsonFile(file, ChangeAutomationSettings, MAX_FILE);
        return { ...(await changeSettings(ctx, account, change)) };
      }),
    );

  ofAccount(automation.command('decisions').description('list what was decided in a conversation, and why'))
    .argument('<conversation>', 'its id')
    .addOption(limitOption())
    .action((id: string, { limit, ...options }: AccountOptions & { limit: number }) =>
      onAccount(run, { ...options, spareColumns: SPARE_COLUMNS }, async (ctx, account) =>
        (await listDecisions(ctx, account, id, { limit })).rows.map((row) => {
          const { message_id, state, stage, outcome, reason, score, ...rest } = viewDecision(row);
          const { message_ids, rule_id, flow_id, faq_id, ms } = rest;
          return {
            message_id,
            state,
            stage,
            outcome,
            reason,
            score,
            message_ids,
            rule_id,
            flow_id,
            faq_id,
            ms,
          };
        }),
      ),
    );
}
