import { type Command, Option } from 'commander';
import type { CommandRunner } from '../../command.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { type AccountOptions, ofAccount, onAccount } from '../../platform/accounts/choice.ts';
import { readJsonFile, writeTextFile } from '../../platform/lib/command-files.ts';
import { limitOption, parseNumber } from '../../platform/lib/command-options.ts';
import { MAX_LIMIT } from '../../platform/lib/cursor-page.ts';
import { changeFlow, deleteFlow, listFlows } from './flow.ts';
import { registerSimulationCommands } from './simulations/cli.ts';
import { publishChecked, type ToPublish } from './simulations/publish.ts';
import { exportFlow, importFlow } from './transfer.ts';
import { IMPORT_LIMIT, ImportFlow } from './transfer-schema.ts';
import { listVersions, rollBackFlow, unpublishFlow } from './versions/version.ts';
import { viewVersionSummary } from './versions/view.ts';
import { viewFlow, viewFlowSummary } from './view.ts';

interface VersionOptions extends AccountOptions {
  at?: number;
}
interface NoteOptions extends AccountOptions {
  note?: string;
}

/** Of the list. A narrow terminal leaves them out, in this order. */
const SPARE_COLUMNS = ['created_at', 'device_uuids', 'draft_version'];

/** `kurir flow`. */
export function registerFlowCommands(program: Command, run: CommandRunner): void {
  const flow = program
    .command('flow')
    .description('conversations that follow a plan, from question to question');
  lookCommands(flow, run);
  transferCommands(flow, run);
  publishCommands(flow, run);
  registerSimulationCommands(flow, run);

  ofAccount(flow.command('remove').description('remove a flow with its versions'))
    .argument('<flow>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        await deleteFlow(ctx, account, id);
        return { id, removed: true };
      }),
    );
}

function lookCommands(flow: Command, run: CommandRunner): void {
  ofAccount(flow.command('list').description('list flows, and which version customers meet'))
    .addOption(limitOption())
    .action(({ limit, ...options }: AccountOptions & { limit: number }) =>
      onAccount(run, { ...options, spareColumns: SPARE_COLUMNS }, async (ctx, account) =>
        (await listFlows(ctx, account, { limit })).rows.map(viewFlowSummary),
      ),
    );

  ofAccount(flow.command('versions').description('list the published versions of a flow, newest first'))
    .argument('<flow>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const { flow, page } = await listVersions(ctx, account, id, { limit: MAX_LIMIT });
        return page.rows.map((version) => ({ ...viewVersionSummary(flow, version) }));
      }),
    );
}

function transferCommands(flow: Command, run: CommandRunner): void {
  ofAccount(flow.command('import').description('create a flow, or replace a draft, from a file'))
    .argument('<file>', 'JSON of `flow export`, or the body of POST /v1/flows')
    .option('--flow <flow>', 'id of the flow whose draft is replaced')
    .action((file: string, { flow: id, ...options }: AccountOptions & { flow?: string }) =>
      onAccount(run, options, (ctx, account) => importFile(ctx, account, file, id)),
    );

  ofAccount(flow.command('export').description('write a flow to a JSON file'))
    .argument('<flow>', 'its id')
    .argument('<file>', 'is replaced if it exists')
    .option('--at <version>', 'a published version; default: the draft', parseNumber('A version'))
    .action((id: string, file: string, { at, ...options }: VersionOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const exported = await exportFlow(ctx, account, id, at);
        await writeTextFile(file, `${JSON.stringify(exported, null, 2)}\n`);
        return { file };
      }),
    );
}

/** An export, or the body of POST /v1/flows. */
const FlowFile = ImportFlow.partial({ format: true });

async function importFile(ctx: Context, account: Caller, file: string, id: string | undefined) {
  const read = await readJsonFile(file, FlowFile, IMPORT_LIMIT);
  const saved =
    id === undefined
      ? await importFlow(ctx, account, read)
      : await changeFlow(ctx, account, id, { definition: read.definition });
  const { definition: _shown, ...view } = viewFlow(saved);
  return view;
}

function publishCommands(flow: Command, run: CommandRunner): void {
  ofAccount(flow.command('publish').description('let the draft answer customers from now on'))
    .argument('<flow>', 'its id')
    .option('--note <note>', 'what changed')
    .addOption(
      new Option('--simulations <what>', 'when a stored simulation ends differently')
        .choices(['check', 'accept', 'ignore'])
        .default('check'),
    )
    .action((id: string, { note, simulations, ...options }: NoteOptions & Pick<ToPublish, 'simulations'>) =>
      onAccount(run, options, async (ctx, account) => {
        const { flow, found } = await publishChecked(ctx, account, id, { note, simulations });
        return { id, ...viewVersionSummary(flow, found) };
      }),
    );

  ofAccount(flow.command('unpublish').description('start the flow in no more chats; running chats go on'))
    .argument('<flow>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => viewFlowSummary(await unpublishFlow(ctx, account, id))),
    );

  ofAccount(flow.command('rollback').description('publish an old version again'))
    .argument('<flow>', 'its id')
    .argument('<version>', 'number of the version', parseNumber('A version'))
    .option('--note <note>', 'why')
    .action((id: string, version: number, { note, ...options }: NoteOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const { flow, found } = await rollBackFlow(ctx, account, id, { version, note });
        return { id, ...viewVersionSummary(flow, found) };
      }),
    );
}
