import type { Context } from '../../../context.ts';
import { chooseAccount } from '../../../platform/accounts/choice.ts';
import { CommandError, kindOfStatus } from '../../../platform/lib/command.ts';
import { assembleHttp } from '../../http/http-server.ts';
import { findSandboxAddress } from '../../processes/sandbox/sandbox.ts';
import type { Call } from './call.ts';

export interface Answer {
  json: unknown;
  /** The body as it is. */
  bytes: Buffer;
  isText: boolean;
}

/** In this process, without socket or key. CommandError has the API's error. */
export async function callAsOperator(ctx: Context, call: Call, accountId?: number): Promise<Answer> {
  const account = await chooseAccount(ctx, accountId);
  const http = assembleHttp(ctx, await findSandboxAddress(ctx.config), { operated: account });
  try {
    await http.ready();
    const answer = await http.inject({ ...call, method: call.method as 'GET' });
    const type = String(answer.headers['content-type'] ?? '');
    const json: unknown = type.startsWith('application/json') ? JSON.parse(answer.payload) : null;
    if (answer.statusCode >= 400) throw refusalOf(answer.statusCode, json);
    return { json, bytes: answer.rawPayload, isText: type === '' || /^(text|application\/json)/.test(type) };
  } finally {
    await http.close();
  }
}

function refusalOf(status: number, json: unknown): CommandError {
  const { error: code, message }: { error?: string; message?: string } = Object(json);
  const details = code === undefined ? {} : { code };
  return new CommandError(message ?? `The answer is ${status}.`, kindOfStatus(status), details);
}
