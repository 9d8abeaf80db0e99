import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Caller } from '../accounts/account.ts';
import { getActiveAccount } from '../accounts/choice.ts';
import type { CommandOptions, CommandRunner } from '../command.ts';
import type { Context } from '../context.ts';
import { chooseDevice } from '../devices/choice.ts';
import { checkFields } from '../lib/check-fields.ts';
import { SECOND } from '../lib/clock.ts';
import { CommandError, type CommandOutput } from '../lib/command.ts';
import { KURIR } from '../lib/command-name.ts';
import { parseNumber } from '../lib/command-options.ts';
import { ApiError, FieldErrors } from '../lib/errors.ts';
import { normalizePhone } from '../lib/phone.ts';
import { type Admission, createAdmission } from './admission/admission.ts';
import { DeviceDisconnected } from './admission/disconnected.ts';
import { getMessage } from './message.ts';
import { SendMessage } from './schema.ts';
import type { MessageRow } from './store.ts';
import { viewMessage } from './view.ts';

interface SendOptions extends CommandOptions {
  to?: string;
  device?: string;
  account?: number;
  key?: string;
  wait: boolean;
}

/** A delivery usually takes less than a second. */
const FATE_WAIT_MS = 10 * SECOND;
const LOOK_MS = 100;
const FINAL = new Set(['delivered', 'read', 'failed']);
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** For the person at the terminal, while a command goes on. */
export type Say = (line: string) => void;

/** `kurir message send`: admits the message as POST /v1/messages does. */
export function registerSendCommand(message: Command, run: CommandRunner, say: Say): void {
  message
    .command('send')
    .description('send a text, and wait up to 10 seconds for its delivery')
    .argument('[words...]', 'the number of the recipient, then the text; with --to, only the text')
    .option('--to <number>', 'the number of the recipient')
    .option('--device <device>', 'uuid or number of the sending device, if there are several')
    .option('--account <account>', 'only devices of this account', parseNumber('An account'))
    .option('--key <key>', 'Idempotency-Key: a repeated command with the same key sends nothing')
    .option('--no-wait', 'end when the message is accepted')
    .option('--json', 'one line of JSON')
    .action((words: string[], options: SendOptions) =>
      run((ctx) => send(ctx, words, options, options.json ? () => {} : say), options),
    );
}

async function send(
  ctx: Context,
  words: readonly string[],
  options: SendOptions,
  say: Say,
): Promise<CommandOutput> {
  const { to, text } = readWords(words, options.to);
  const { account_id, device_uuid } = await chooseDevice(
    ctx,
    options,
    ({ phone_number }) => phone_number !== null,
  );
  const account = await getActiveAccount(ctx, account_id);
  const { message, phone, replayed, mismatch } = await admit(ctx, account, {
    key: options.key ?? randomUUID(),
    body: { device_uuid, to, body: text },
  });
  // Without this line, a user who ends the wait would send the text again.
  if (options.wait)
    say(`Message ${message.public_id} is accepted. Ctrl-C ends the wait, and does not stop the message.`);
  const last = options.wait ? await untilFinal(ctx, account, message) : message;
  const output = {
    ...viewMessage(last),
    to: phone,
    device_uuid,
    ...(replayed && { replayed }),
    ...(mismatch && { mismatch }),
  };
  if (last.status === 'failed') {
    const reason = last.error_message ?? last.error_code ?? 'No reason was reported.';
    throw new CommandError(`The message failed: ${reason}`, 'failed', {
      output,
      code: last.error_code ?? 'failed',
    });
  }
  const isWaiting = last.status === 'queued' && options.wait && !options.json;
  return isWaiting ? { ...output, note: `It waits in the queue. See: ${KURIR} status` } : output;
}

function readWords(words: readonly string[], given?: string): { to: string; text: string } {
  const [to = '', ...rest] = given === undefined ? words : [given, ...words];
  const [text, ...more] = rest;
  const usage = `${KURIR} message send NUMBER "TEXT"`;
  if (to === '') throw new CommandError(`Which number and which text? ${usage}`, 'invalid_usage');
  if (text === undefined) throw new CommandError(`Which text? ${usage}`, 'invalid_usage');
  if (more.length > 0) throw new CommandError(`Put the text in quotes: ${usage}`, 'invalid_usage');
  return { to, text };
}

async function admit(
  ctx: Context,
  account: Caller,
  { key, body }: { key: string; body: { device_uuid: string; to: string; body: string } },
): Promise<Admission & { phone: string }> {
  if (!VISIBLE_ASCII.test(key))
    throw new CommandError(
      '--key must have 1 to 255 visible ASCII characters, without blanks.',
      'invalid_usage',
    );
  const input = checkFields(SendMessage, body);
  if (input instanceof FieldErrors) throw new CommandError(firstOf(input), 'invalid_usage');
  const phone = normalizePhone(body.to, account.country_code);
  if (phone === null) throw new ApiError('invalid_phone');
  const request = { account, idempotencyKey: key, rawBody: body, message: { input, phone }, problem: null };
  const { verdict } = await createAdmission(ctx)(request);
  if (verdict instanceof FieldErrors) throw new CommandError(firstOf(verdict), 'invalid_usage');
  if (verdict instanceof DeviceDisconnected)
    throw new CommandError(verdict.atTerminal, 'refused', { code: verdict.code });
  if (verdict instanceof Error) throw verdict;
  return { ...verdict, phone };
}

function firstOf({ errors }: FieldErrors): string {
  const [field, texts] = Object.entries(errors)[0] ?? ['message', ['is not valid']];
  return `${field === 'body' ? 'The text' : field} ${texts[0]}.`;
}

async function untilFinal(ctx: Context, account: Caller, first: MessageRow): Promise<MessageRow> {
  const deadline = performance.now() + FATE_WAIT_MS;
  let message = first;
  while (!FINAL.has(message.status) && performance.now() < deadline) {
    await wait(LOOK_MS);
    message = await getMessage(ctx, account, first.public_id);
  }
  return message;
}
