import type { Context } from './context.ts';
import type { CommandOutput } from './lib/command.ts';

export interface CommandOptions {
  /** One line of JSON instead of text. */
  json?: boolean;
}

/**
 * Runs an action with the database and prints its result (`formatOutput`). An error ends the process with
 * code 1 and one line on stderr.
 */
export type CommandRunner = (
  action: (ctx: Context) => Promise<CommandOutput>,
  options: CommandOptions,
) => Promise<void>;
