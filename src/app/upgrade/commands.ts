import { type Command, Option } from 'commander';
import type { CommandOptions, PlainRunner } from '../../command.ts';
import { parseNumber } from '../../platform/lib/command-options.ts';
import { printableLines } from '../../platform/lib/terminal/printable.ts';

const WAIT_SECONDS = 600;
const MOST_SECONDS = 86_400;

interface Options extends CommandOptions {
  backupTo?: string;
  service?: string;
  wait: number;
}

/** `kurir upgrade`. */
export function registerUpgradeCommand(program: Command, run: PlainRunner): void {
  program
    .command('upgrade')
    .description('back up, then upgrade this installation; go back if the new version is not ready')
    .argument('[version]', 'of a clone: a tag or commit of git. Of a release: the archive of the new one')
    .option('--backup-to <folder>', 'an existing folder, best on another disk. Default: KURIR_BACKUP_TO')
    .option('--service <unit>', 'of systemd, if it is not found by itself')
    .addOption(
      new Option('--wait <seconds>', 'for the migrations and until the new version is ready')
        .argParser(parseNumber('The number', MOST_SECONDS))
        .default(WAIT_SECONDS),
    )
    .option('--json', 'one line of JSON')
    .action(async (version: string | undefined, { wait, backupTo, service, ...options }: Options) => {
      const { upgrade } = await import('./upgrade.ts');
      // After the switch, a file that is loaded later is one of the new program.
      await import('../cli/failure.ts');
      const say = (line: string) => void process.stderr.write(`${printableLines(line)}\n`);
      await run(
        (config) =>
          upgrade(config, version, {
            waitSeconds: wait,
            say: options.json ? () => {} : say,
            ...(backupTo !== undefined && { backupTo }),
            ...(service !== undefined && { service }),
          }),
        options,
      );
    });
}
