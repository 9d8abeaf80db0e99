import { readFile, stat } from 'node:fs/promises';
import type { z } from 'zod';
import { fieldErrorsOf, issueText } from './check-fields.ts';
import { CommandError } from './command.ts';

/** CommandError: missing, too large or binary. */
export async function readTextFile(path: string, maxBytes: number): Promise<string> {
  await sizeOfFile(path, maxBytes);
  const bytes = await attempt(`${path} cannot be read`, readFile(path));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${path} is no UTF-8 text.`, 'invalid_usage');
  }
}

/** CommandError names file and field. */
export async function readJsonFile<Value>(
  path: string,
  schema: z.ZodType<Value>,
  maxBytes: number,
): Promise<Value> {
  const text = await readTextFile(path, maxBytes);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new CommandError(`${path} is no JSON.`, 'invalid_usage');
  }
  const parsed = schema.safeParse(json, { error: issueText });
  if (parsed.success) return parsed.data;
  throw new CommandError(`${path}: ${fieldErrorsOf(parsed.error).message}`, 'invalid_usage');
}

/** In bytes. CommandError: missing, too large or no file. */
export async function sizeOfFile(path: string, maxBytes: number): Promise<number> {
  const found = await attempt(`${path} cannot be read`, stat(path));
  if (!found.isFile()) throw new CommandError(`${path} is no file.`, 'invalid_usage');
  if (found.size > maxBytes) {
    throw new CommandError(`${path} is too large: at most ${maxBytes} bytes.`, 'invalid_usage');
  }
  return found.size;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder.',
  EACCES: 'you have no permission.',
};

async function attempt<Value>(problem: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CommandError(`${problem}: ${REASONS[code] ?? code}`, 'invalid_usage');
  }
}
