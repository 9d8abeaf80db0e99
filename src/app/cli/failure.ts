import { resolve } from 'node:path';
import { InvalidConfig } from '../../config.ts';
import { CommandError, EXIT_CODES, type FailureKind, kindOfStatus } from '../../platform/lib/command.ts';
import { SchemaMismatch } from '../../platform/lib/db/migrate.ts';
import { DISK_FULL, isDatabaseUnavailable, isDiskFull, NO_SPACE } from '../../platform/lib/db/unavailable.ts';
import { codeOf } from '../../platform/lib/error-code.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { FolderInUse } from '../../platform/lib/postgres/folder-lock.ts';
import { PostgresProblem } from '../../platform/lib/postgres/problem.ts';
import { toJsonLine } from '../../platform/lib/terminal/command-output.ts';
import { printableLines } from '../../platform/lib/terminal/printable.ts';

interface Failure {
  kind: FailureKind;
  code: string;
  message: string;
}

/** One line on stderr, or one per wrong setting, and the exit code. `json`: in the API's format. */
export function reportFailure(error: unknown, { json = false } = {}): void {
  const { kind, code, message } = describeFailure(error);
  process.exitCode = EXIT_CODES[kind];
  process.stderr.write(`${json ? toJsonLine({ error: code, message }) : printableLines(message)}\n`);
}

export function describeFailure(error: unknown): Failure {
  // A connection attempt fails once per address.
  if (error instanceof AggregateError && error.errors.length > 0) return describeFailure(error.errors[0]);
  if (error instanceof InvalidConfig) {
    return { kind: 'failed', code: 'invalid_settings', message: error.message };
  }
  const kind = kindOf(error);
  const code = error instanceof CommandError || error instanceof ApiError ? error.code : kind;
  return { kind, code, message: firstLine(error) };
}

/** Node names no file when a write fails, so it is the data folder. Other errors come back as they are. */
export function explainFullDisk(error: unknown, dataDir: string): unknown {
  const isFull = isDiskFull(error) || NO_SPACE.test(firstLine(error));
  // PostgreSQL names its file.
  if (!isFull || codeOf(error) === DISK_FULL) return error;
  const place = error instanceof Error && 'path' in error ? error.path : resolve(dataDir);
  const advice = 'Free space (df -h) or inodes (df -i), then start Kurir again';
  return new CommandError(`${place}: the disk is full (${firstLine(error)}). ${advice}`);
}

function kindOf(error: unknown): FailureKind {
  if (error instanceof CommandError) return error.kind;
  if (error instanceof ApiError) return kindOfStatus(error.status);
  if (error instanceof FieldErrors) return 'invalid_usage';
  if (error instanceof FolderInUse) return 'refused';
  if (error instanceof PostgresProblem || error instanceof SchemaMismatch) return 'database_unavailable';
  return isDatabaseUnavailable(error) ? 'database_unavailable' : 'failed';
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n', 1)[0] || 'It failed without a reason.';
}
