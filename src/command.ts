import type { Context } from './context.ts';
import type { CommandOutput } from './lib/command.ts';

export interface CommandOptions {
  /** One line of JSON instead of text. */
  json?: boolean;
}

/**
 * Opens the database, runs the action, prints what it answers (`formatOutput`) and closes. Ends the process with code 1 and one line
 * on stderr when the action throws. Given by the command line's entry; commands only describe themselves.
 */
export type CommandRunner = (
  action: (ctx: Context) => Promise<CommandOutput>,
  options: CommandOptions,
) => Promise<void>;
