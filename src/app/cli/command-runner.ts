import { userInfo } from 'node:os';
import type { CommandOptions, CommandRunner, PlainRunner } from '../../command.ts';
import { loadConfig } from '../../config.ts';
import { type Context, createContext } from '../../context.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import { CommandError, type CommandOutput } from '../../platform/lib/command.ts';
import { createLog } from '../../platform/lib/log.ts';
import { createSecretBox } from '../../platform/lib/secret-box.ts';
import { formatOutput, toJsonLine } from '../../platform/lib/terminal/command-output.ts';
import { printableLines } from '../../platform/lib/terminal/printable.ts';
import { makeDataFolder } from '../processes/data-folder.ts';
import { loadSecretKey, proveSecretKey } from '../processes/secret-key.ts';
import { refuseBytes, shownOf } from './api/answer.ts';
import type { ApiOptions } from './api/api-commands.ts';
import type { Call } from './api/call.ts';
import type { Operation } from './api/operations.ts';
import { openCommandDatabase } from './command-database.ts';
import { assertInstallation } from './installation.ts';
import { interruptible, unlessAborted } from './interrupt.ts';
import { screenOf } from './screen.ts';

export const runOnDatabase: CommandRunner = async (action, options) => {
  const output = await withDatabase(action).catch((error: unknown) => {
    if (error instanceof CommandError && error.output) print(error.output, options);
    throw error;
  });
  print(output, options);
};

/** Starts the embedded database if necessary. */
function withDatabase<T>(action: (ctx: Context) => Promise<T>): Promise<T> {
  return interruptible((signal) => withOwnDatabase(action, signal));
}

async function withOwnDatabase<T>(action: (ctx: Context) => Promise<T>, signal: AbortSignal): Promise<T> {
  const config = loadConfig();
  const log = createLog(config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL, 'command', {
    format: config.KURIR_LOG_FORMAT,
  });
  if (!config.DATABASE_URL) await makeDataFolder(config.KURIR_DATA_DIR);
  const key = await loadSecretKey(config);
  const database = await openCommandDatabase(config, log, signal);
  try {
    const box = createSecretBox(key, config.KURIR_SECRET_KEY_OLD);
    const place = { config, databaseUrl: database.url, box, log, name: 'kurir command' };
    const ctx = createContext({ ...place, actor: operator() });
    try {
      await proveSecretKey(ctx.db, box);
      return await unlessAborted(signal, action(ctx));
    } finally {
      await ctx.close();
    }
  } finally {
    await database.close();
  }
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

export const runPlain: PlainRunner = async (action, options) => {
  print(await interruptible((signal) => unlessAborted(signal, action(loadConfig()))), options);
};

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
  const text = describeStop(stopped, config.KURIR_DATA_DIR, performance.now() - startedAt);
  process.stdout.write(`${printableLines(text)}\n`);
}

/** `kurir adopt`: sentences, or the JSON of scripts. */
export async function runAdopt(options: CommandOptions & { originalIsGone?: boolean }): Promise<void> {
  const config = loadConfig();
  const { adopt, describeAdoption } = await import('./adopt.ts');
  const adoption = await adopt(config, { originalIsGone: options.originalIsGone ?? false }, withDatabase);
  if (options.json) return print({ ...adoption }, options);
  process.stdout.write(`${printableLines(describeAdoption(adoption, config))}\n`);
}

/** `kurir api`: as the operator, for the account of the options. */
export async function runCall(operation: Operation, call: Call, options: ApiOptions): Promise<void> {
  await assertInstallation({ needsDatabase: true });
  const { callAsOperator } = await import('./api/operator-call.ts');
  const answer = await withDatabase((ctx) => callAsOperator(ctx, call, options.account));
  const shown = shownOf(operation, answer);
  if (shown === null) {
    refuseBytes(answer, process.stdout.isTTY);
    // Customers choose names and texts, and a terminal obeys control characters.
    process.stdout.write(process.stdout.isTTY ? printableLines(answer.bytes.toString()) : answer.bytes);
  } else if (options.json) process.stdout.write(`${toJsonLine(Object(answer.json))}\n`);
  else for (const { output, spareColumns = [] } of shown) print(output, { spareColumns });
}

export function print(output: CommandOutput, { json = false, spareColumns }: CommandOptions): void {
  const screen = screenOf(process.stdout);
  process.stdout.write(`${formatOutput(output, { json, screen, spareColumns })}\n`);
}
