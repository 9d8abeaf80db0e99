import { type Command, Option } from 'commander';
import type { CommandRunner } from '../../command.ts';
import { type AccountOptions, ofAccount, onAccount } from '../../platform/accounts/choice.ts';
import { requireFields } from '../../platform/lib/check-fields.ts';
import { MODES } from '../settings/schema.ts';
import { readReport } from './report.ts';
import { ReadReport, type Report } from './schema.ts';
import type { Share } from './share.ts';

interface ReportOptions extends AccountOptions {
  mode?: string;
  from?: string;
  to?: string;
  device?: string;
}

/** `kurir assistant report`. */
export function registerReportCommand(assistant: Command, run: CommandRunner): void {
  ofAccount(
    assistant
      .command('report')
      .description('show what it answered, or would have answered; days and examples: with --json'),
  )
    .addOption(new Option('--mode <mode>', 'default: as it is set').choices(MODES))
    .option('--from <date>', 'first day, such as 2026-01-25; default: six days before the last')
    .option('--to <date>', 'last day; default: today')
    .option('--device <device>', 'uuid of the only device that counts')
    .action(({ mode, from, to, device, ...options }: ReportOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const given = requireFields(ReadReport, { mode, from, to, device_uuid: device });
        const report = await readReport(ctx, account, given);
        return options.json ? { ...report } : summaryOf(report);
      }),
    );
}

/** The figures of all days, in words. */
function summaryOf({ total, days: _days, devices: _devices, examples: _examples, ...more }: Report) {
  const figures = Object.entries(total).map(([name, figure]) => [
    name,
    typeof figure === 'number' ? figure : inWords(figure),
  ]);
  return { ...more, ...Object.fromEntries(figures) };
}

const inWords = ({ count, of, percent }: Share): string | null =>
  percent === null ? null : `${count} of ${of} (${percent} %)`;
