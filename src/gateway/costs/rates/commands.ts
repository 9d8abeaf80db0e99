import type { Command } from 'commander';
import type { CommandOptions, CommandRunner } from '../../../command.ts';
import { readTextFile } from '../../../platform/lib/command-files.ts';
import { MAX_CSV_BYTES } from '../../../platform/lib/csv.ts';
import { readRates } from './file.ts';
import { listRates, saveRates } from './rates.ts';

/** `kurir rate`: what the provider charges. */
export function registerRateCommands(program: Command, run: CommandRunner): void {
  const rate = program.command('rate').description('what the provider of official numbers charges');

  rate
    .command('list')
    .description('all rates, by market')
    .option('--json', 'print JSON')
    .action((options: CommandOptions) =>
      run(async (ctx) => (await listRates(ctx)).map((each) => ({ ...each })), options),
    );

  rate
    .command('import')
    .description('save the rates of a CSV file; others stay')
    .argument('<file>', 'CSV with the columns market, category, valid_from, currency, amount')
    .option('--json', 'print JSON')
    .action((file: string, options: CommandOptions) =>
      run(
        async (ctx) => ({
          ...(await saveRates(ctx, await readRates(await readTextFile(file, MAX_CSV_BYTES)))),
        }),
        options,
      ),
    );
}
