import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { CommandOutput } from './platform/lib/command.ts';

export interface CommandOptions {
  json?: boolean;
  /** The least important first. */
  spareColumns?: readonly string[];
}

/**
 * Runs an action with the database and prints its result (`formatOutput`). An error ends the process with a code of
 * `EXIT_CODES` and one line on stderr.
 */
export type CommandRunner = (
  action: (ctx: Context) => Promise<CommandOutput>,
  options: CommandOptions,
) => Promise<void>;

/** The same without the database. */
export type PlainRunner = (
  action: (config: Config) => Promise<CommandOutput>,
  options: CommandOptions,
) => Promise<void>;
