import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { getActiveAccount } from '../../platform/accounts/choice.ts';
import { checkFields } from '../../platform/lib/check-fields.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { CommandError, type CommandOutput } from '../../platform/lib/command.ts';
import { readJsonFile } from '../../platform/lib/command-files.ts';
import { KURIR } from '../../platform/lib/command-name.ts';
import { parseNumber } from '../../platform/lib/command-options.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { chooseDevice } from '../devices/choice.ts';
import type { ReadTemplates } from '../engines/templates.ts';
import { recipientOf } from '../people/identity.ts';
import { openTemplates } from '../templates/template.ts';
import { type Admission, createAdmission } from './admission/admission.ts';
import { checkContent, type Parts } from './admission/check-content.ts';
import { DeviceDisconnected } from './admission/disconnected.ts';
import { getMessage } from './message.ts';
import { SendMessage } from './schema.ts';
import { IDEMPOTENCY_KEY } from './send-call.ts';
import type { MessageRow } from './store.ts';
import { viewMessage } from './view.ts';

interface SendOptions extends CommandOptions {
  to?: string;
  device?: string;
  account?: number;
  key?: string;
  template?: string;
  language: string;
  value: Record<string, string>;
  content?: string;
  wait: boolean;
}

/** Bytes, as the body of a call. */
const MAX_CONTENT = 256 * 1024;
/** A delivery usually takes less than a second. */
const FATE_WAIT_MS = 10 * SECOND;
const LOOK_MS = 100;
const FINAL = new Set(['delivered', 'read', 'failed']);

export interface Outside {
  /** While a command runs. */
  say(line: string): void;
  readTemplates: ReadTemplates;
}

/** Admits the message as POST /v1/messages does. */
export function registerSendCommand(message: Command, run: CommandRunner, outside: Outside): void {
  message
    .command('send')
    .description('send a text, a template or another type, and wait up to 10 seconds for its delivery')
    .argument('[words...]', 'the number of the recipient, then the text; with --to, only the text')
    .option('--template <name>', 'an approved template of an official number, in place of the text')
    .option('--language <language>', 'the language of the template', 'id')
    .option('--value <key=value>', 'a value of the template, such as 1=Ani; once for each', addValue, {})
    .option('--content <file>', 'a JSON file with a message of POST /v1/messages, in place of the text')
    .option('--to <number>', 'the number of the recipient')
    .option('--device <device>', 'uuid or number of the sending device, if there are several')
    .option('--account <account>', 'only devices of this account', parseNumber('An account'))
    .option('--key <key>', 'Idempotency-Key: a repeated command with the same key sends nothing')
    .option('--no-wait', 'end when the message is accepted')
    .option('--json', 'one line of JSON')
    .action((words: string[], options: SendOptions) =>
      run((ctx) => send(ctx, words, options, outside), options),
    );
}

function addValue(text: string, values: Record<string, string>): Record<string, string> {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (key === undefined || value === undefined)
    throw new InvalidArgumentError('Give a key and a value: 1=Ani.');
  return { ...values, [key]: value };
}

async function send(
  ctx: Context,
  words: readonly string[],
  options: SendOptions,
  { say, readTemplates }: Outside,
): Promise<CommandOutput> {
  const { to, content } = await readContent(words, options);
  const { account_id, device_uuid } = await chooseDevice(
    ctx,
    options,
    ({ phone_number }) => phone_number !== null,
  );
  const account = await getActiveAccount(ctx, account_id);
  const parts = { ctx, templates: openTemplates(ctx, readTemplates) };
  const { message, phone, replayed, mismatch } = await admit(parts, account, {
    key: options.key ?? randomUUID(),
    body: { ...content, device_uuid, to },
  });
  // Otherwise a user who ends the wait sends the text again.
  if (options.wait && !options.json)
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

async function readContent(
  words: readonly string[],
  { to: given, template: name, language, value: variables, content: file }: SendOptions,
): Promise<{ to: string; content: object }> {
  const [to = '', ...rest] = given === undefined ? words : [given, ...words];
  const [text, ...more] = rest;
  const usage = `${KURIR} message send NUMBER "TEXT"`;
  if (to === '') throw new CommandError(`Which number and which text? ${usage}`, 'invalid_usage');
  if (file !== undefined) {
    if (text !== undefined || name !== undefined)
      throw new CommandError('--content is the whole message: leave out the text.', 'invalid_usage');
    return { to, content: await readJsonFile(file, z.record(z.string(), z.unknown()), MAX_CONTENT) };
  }
  if (name !== undefined) {
    if (text !== undefined)
      throw new CommandError('A template is the whole message: leave out the text.', 'invalid_usage');
    return { to, content: { type: 'template', template: { name, language, variables } } };
  }
  if (text === undefined) throw new CommandError(`Which text? ${usage}`, 'invalid_usage');
  if (more.length > 0) throw new CommandError(`Put the text in quotes: ${usage}`, 'invalid_usage');
  return { to, content: { body: text } };
}

async function admit(
  parts: Parts,
  account: Caller,
  { key, body }: { key: string; body: { device_uuid: string; to: string } },
): Promise<Admission & { phone: string }> {
  if (!IDEMPOTENCY_KEY.test(key))
    throw new CommandError(
      '--key must have 1 to 255 visible ASCII characters, without blanks.',
      'invalid_usage',
    );
  const input = checkFields(SendMessage, body);
  if (input instanceof FieldErrors) throw new CommandError(firstOf(input), 'invalid_usage');
  const phone = recipientOf(account, body.to);
  if (phone === null) throw new ApiError('invalid_phone');
  const message = await checkContent(parts, account, input, phone);
  const request = { account, idempotencyKey: key, rawBody: body, message, problem: null };
  const { verdict } = await createAdmission(parts.ctx)(request);
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
