import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { CommandOptions, PlainRunner } from '../../command.ts';
import { CommandError } from '../../platform/lib/command.ts';

const MAX_LINES = 2_000;
const EVENT = /^(economy|session|device|sessions)\./;
/** Texts of the log that name no person. Other texts are left out, and long numbers hidden. */
const SHOWN = ['stanza', 'said', 'action', 'reason', 'mode', 'host'];
const WORD = /^[\w.:-]{1,60}$/;

/** `kurir device trace`: what a log says of the pairing and the line of a device, to send to others. */
export function registerTraceCommand(device: Command, run: PlainRunner): void {
  device
    .command('trace')
    .description('print what a log says of a device, without numbers, texts and keys')
    .argument('<device>', 'its uuid')
    .option('--log <file>', 'file with lines of JSON at LOG_LEVEL=debug; without it: what is piped in')
    .option('--json', 'one line of JSON')
    .action((uuid: string, { log, ...options }: CommandOptions & { log?: string }) =>
      run(() => readTrace(uuid, log === undefined ? process.stdin : createReadStream(log)), options),
    );
}

/** The last MAX_LINES lines of the device. CommandError for a file that cannot be read, or without such a line. */
export async function readTrace(deviceUuid: string, log: Readable): Promise<TraceLine[]> {
  const lines: TraceLine[] = [];
  try {
    for await (const text of createInterface({ input: log, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = lineOf(text, deviceUuid);
      if (line) lines.push(line);
      if (lines.length > MAX_LINES) lines.shift();
    }
  } catch (error) {
    throw new CommandError(`The log cannot be read: ${(error as Error).message}`, 'invalid_usage');
  }
  if (lines.length === 0) {
    const how = 'Start with KURIR_LOG_FORMAT=json LOG_LEVEL=debug, try again, and give that log.';
    throw new CommandError(`The log has no line of the device ${deviceUuid}. ${how}`, 'not_found');
  }
  return lines;
}

type TraceLine = { time: string; event: string; shown: string };

function lineOf(text: string, deviceUuid: string): TraceLine | null {
  if (!text.includes(deviceUuid)) return null;
  const { time, msg, ...facts } = parsed(text);
  if (facts.deviceUuid !== deviceUuid || typeof msg !== 'string' || !EVENT.test(msg)) return null;
  const shown = Object.entries(facts).flatMap(([name, value]) => shownOf(name, value));
  return { time: String(time).slice(0, 24), event: msg, shown: shown.join(' ') };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' && line !== null ? { ...line } : {};
  } catch {
    return {};
  }
}

const HIDDEN = new Set(['level', 'name', 'deviceUuid']);

function shownOf(name: string, value: unknown): string[] {
  if (HIDDEN.has(name)) return [];
  if (typeof value === 'boolean' || (typeof value === 'number' && Math.abs(value) < 1e6))
    return [`${name}=${value}`];
  if (typeof value !== 'string') return [];
  if (!SHOWN.includes(name) && !WORD.test(value)) return [];
  return [`${name}=${value.replace(/\d{5,}/g, '#')}`];
}
