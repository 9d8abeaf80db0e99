import type { Command } from 'commander';
import { type Config, InvalidConfig, loadConfig } from '../../config.ts';
import { createLog } from '../../platform/lib/log.ts';
import { escapeDeceptive } from '../../platform/lib/terminal/printable.ts';
import { readEnvironment } from './environment.ts';
import { assertInstallation } from './installation.ts';

/** They need the data folder, and no database. */
const WITHOUT_DATABASE = ['stop', 'status', 'doctor', 'upgrade', 'sandbox'];

/** They use no data folder. A call of the API asks for it itself. */
const WITHOUT_INSTALLATION = ['start', 'restore', 'assistant', 'api', 'completion'];

/** Before every action, and not before help. Throws InvalidConfig and CommandError. */
export async function beforeAction(command: Command): Promise<void> {
  const group = groupOf(command);
  if (group === 'sessions') return;
  const isStart = group === 'start';
  warn(await readEnvironment(), { asLog: isStart || command.opts().json === true });
  if (!WITHOUT_INSTALLATION.includes(group))
    await assertInstallation({ needsDatabase: !WITHOUT_DATABASE.includes(group) });
}

function groupOf(command: Command): string {
  return command.parent?.parent ? groupOf(command.parent) : command.name();
}

/** Programs read the log, people the other lines. */
function warn(warnings: readonly string[], { asLog }: { asLog: boolean }): void {
  if (warnings.length === 0) return;
  const config = asLog ? loadIfValid() : null;
  const log = config && createLog(config.LOG_LEVEL, 'main', { format: config.KURIR_LOG_FORMAT });
  for (const hint of warnings) {
    if (log) log.warn({ hint }, 'settings.suspect');
    else process.stderr.write(`Warning: ${escapeDeceptive(hint)}\n`);
  }
}

/** Null: the command fails anyway, and warnings may say why. */
function loadIfValid(): Config | null {
  try {
    return loadConfig();
  } catch (error) {
    if (error instanceof InvalidConfig) return null;
    throw error;
  }
}
