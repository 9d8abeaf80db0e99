import type { Command } from 'commander';
import type { CommandRunner } from '../../command.ts';
import { type AccountOptions, ofAccount, onAccount } from '../../platform/accounts/choice.ts';
import { readJsonFile } from '../../platform/lib/command-files.ts';
import { limitOption } from '../../platform/lib/command-options.ts';
import { changeAutoReply, createAutoReply, deleteAutoReply, listAutoReplies } from './auto-reply.ts';
import { ChangeAutoReply, CreateAutoReply } from './schema.ts';
import { openTester } from './tester.ts';
import { viewAutoReply, viewSaved, viewTest } from './view.ts';

const MAX_FILE = 1024 * 1024;
/** Of the list. A narrow terminal leaves them out, in this order. */
const SPARE_COLUMNS = ['device_uuids', 'match', 'hours', 'replies', 'enabled'];

/** `kurir auto-reply`. */
export function registerAutoReplyCommands(program: Command, run: CommandRunner): void {
  const rule = program.command('auto-reply').description('greetings, away texts and keyword answers');
  lookCommands(rule, run);

  ofAccount(rule.command('create').description('create a rule from a JSON file'))
    .argument('<file>', 'the body of POST /v1/auto-replies')
    .action((file: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) =>
        viewSaved(await createAutoReply(ctx, account, await readJsonFile(file, CreateAutoReply, MAX_FILE))),
      ),
    );

  ofAccount(rule.command('change').description('change the fields of a rule that the file has'))
    .argument('<rule>', 'its id')
    .argument('<file>', 'the body of PATCH /v1/auto-replies/{id}')
    .action((id: string, file: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const change = await readJsonFile(file, ChangeAutoReply, MAX_FILE);
        return viewSaved(await changeAutoReply(ctx, account, id, change));
      }),
    );

  ofAccount(rule.command('remove').description('remove a rule'))
    .argument('<rule>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        await deleteAutoReply(ctx, account, id);
        return { id, removed: true };
      }),
    );
}

function lookCommands(rule: Command, run: CommandRunner): void {
  ofAccount(rule.command('list').description('list rules in the order of their priority'))
    .addOption(limitOption())
    .action(({ limit, ...options }: AccountOptions & { limit: number }) =>
      onAccount(run, { ...options, spareColumns: SPARE_COLUMNS }, async (ctx, account) =>
        (await listAutoReplies(ctx, account, { limit })).rows.map((row) => {
          const { id, kind, name, enabled, priority, match, patterns, ...rest } = viewAutoReply(row);
          const { replies, hours, device_uuids } = rest;
          const texts = replies.map(({ type, body }) => body ?? type);
          return { id, kind, name, priority, match, patterns, replies: texts, enabled, hours, device_uuids };
        }),
      ),
    );

  ofAccount(rule.command('test').description('say which rule answers a text, and why others do not'))
    .argument('<text>', 'what the customer writes')
    .option('--device <device>', 'uuid of the device that receives it')
    .action((text: string, { device, ...options }: AccountOptions & { device?: string }) =>
      onAccount(run, options, async (ctx, account) =>
        viewTest(
          await openTester(ctx)(account, {
            ...{ text, first: true, during_flow: false },
            ...(device !== undefined && { device_uuid: device }),
          }),
        ),
      ),
    );
}
