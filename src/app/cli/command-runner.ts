import { userInfo } from 'node:os';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import { type Config, loadConfig } from '../../config.ts';
import { type Context, createContext } from '../../context.ts';
import type { Actor } from '../../lib/actor.ts';
import { CommandError, type CommandOutput } from '../../lib/command.ts';
import { formatOutput } from '../../lib/command-output.ts';
import { createLog } from '../../lib/log.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { makeDataFolder } from '../processes/data-folder.ts';
import { loadSecretKey, proveSecretKey } from '../processes/secret-key.ts';
import { openCommandDatabase } from './command-database.ts';
import { interruptible, unlessAborted } from './interrupt.ts';
import { screenOf } from './screen.ts';

/** Starts the embedded database if necessary. */
export const runOnDatabase: CommandRunner = (action, options) =>
  interruptible((signal) => runOnOwnDatabase(action, options, signal));

async function runOnOwnDatabase(
  action: (ctx: Context) => Promise<CommandOutput>,
  options: CommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const config = loadConfig();
  const log = createLog(config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL, 'command', {
    format: config.KURIR_LOG_FORMAT,
  });
  if (!config.DATABASE_URL) await makeDataFolder(config.KURIR_DATA_DIR);
  const key = await loadSecretKey(config);
  const database = await openCommandDatabase(config, log, signal);
  let output: CommandOutput;
  try {
    const box = createSecretBox(key);
    const place = { config, databaseUrl: database.url, box, log, name: 'kurir command' };
    const ctx = createContext({ ...place, actor: operator() });
    try {
      await proveSecretKey(ctx.db, box);
      output = await unlessAborted(signal, action(ctx));
    } catch (error) {
      if (error instanceof CommandError && error.output) print(error.output, options);
      throw error;
    } finally {
      await ctx.close();
    }
  } finally {
    await database.close();
  }
  print(output, options);
}

function operator(): Actor {
  let user: string | null = null;
  try {
    user = userInfo().username;
  } catch {
    // The user has no entry in /etc/passwd.
  }
  return { type: 'operator', id: user, address: null };
}

export async function runPlain(
  action: (config: Config) => Promise<CommandOutput>,
  options: CommandOptions,
): Promise<void> {
  print(await interruptible((signal) => unlessAborted(signal, action(loadConfig()))), options);
}

/** `kurir stop`: one sentence, or the JSON of scripts. */
export async function runStop(options: CommandOptions): Promise<void> {
  const config = loadConfig();
  const { describeStop, stopEverything } = await import('./stop.ts');
  const announce = (line: string) => {
    if (!options.json && process.stderr.isTTY) process.stderr.write(`${line}\n`);
  };
  const startedAt = performance.now();
  const stopped = await interruptible((signal) => unlessAborted(signal, stopEverything(config, announce)));
  if (options.json) return print({ ...stopped }, options);
  process.stdout.write(`${describeStop(stopped, config.KURIR_DATA_DIR, performance.now() - startedAt)}\n`);
}

function print(output: CommandOutput, { json = false, spareColumns }: CommandOptions): void {
  const screen = screenOf(process.stdout);
  process.stdout.write(`${formatOutput(output, { json, screen, spareColumns })}\n`);
}
