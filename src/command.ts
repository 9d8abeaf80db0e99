import type { Context } from './context.ts';
import type { CommandOutput } from './platform/lib/command.ts';

export interface CommandOptions {
  /** One line of JSON instead of text. */
  json?: boolean;
  /** Columns that a narrow terminal leaves out, the least important first. */
  spareColumns?: readonly string[];
}

/**
 * Runs an action with the database and prints its result (`formatOutput`). An error ends the process with the
 * exit code of its kind (`EXIT_CODES`) and one line on stderr.
 */
export type CommandRunner = (
  action: (ctx: Context) => Promise<CommandOutput>,
  options: CommandOptions,
) => Promise<void>;
