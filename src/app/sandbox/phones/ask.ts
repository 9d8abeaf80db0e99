import { ApiError } from '../../../platform/lib/errors.ts';
import type { SandboxAddress } from '../address.ts';
import { askSandbox } from '../forward.ts';

interface Question {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

/** The bytes that the sandbox answers. ApiError sandbox_refused, message_not_found, service_unavailable. */
export async function askBytes(
  address: SandboxAddress | null,
  { method = 'GET', path, body, headers = {} }: Question,
): Promise<Buffer> {
  const answer = await askSandbox(address, method, path, body, headers);
  if (answer.status < 400) return answer.body;
  const { error, message }: { error?: string; message?: string } = JSON.parse(answer.body.toString());
  if (error === 'message_not_found') throw new ApiError('message_not_found', message);
  throw new ApiError(answer.status < 500 ? 'sandbox_refused' : 'service_unavailable', message);
}

/** The same for JSON. The caller names the type of the answer. */
export async function askJson<T>(address: SandboxAddress | null, question: Question): Promise<T> {
  return JSON.parse((await askBytes(address, question)).toString()) as T;
}
