import type { FastifyReply, FastifyRequest } from 'fastify';
import { request as send } from 'undici';
import { OFFICIAL_WEBHOOK_PATH } from '../../gateway/messages/official/routes.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import type { SandboxAddress } from './address.ts';
import { controlHeaders } from './control.ts';

const FORWARD_TIMEOUT_MS = 15_000;

interface Answer {
  status: number;
  type: string;
  body: Buffer;
}

/** ApiError service_unavailable while the sandbox restarts. */
export async function askSandbox(
  address: SandboxAddress | null,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  if (!address) throw new ApiError('not_found');
  try {
    const answer = await send(address.url + path, {
      method,
      headers: {
        ...headers,
        ...controlHeaders(address),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      headersTimeout: FORWARD_TIMEOUT_MS,
      bodyTimeout: FORWARD_TIMEOUT_MS,
    });
    const type = answer.headers['content-type'];
    return {
      status: answer.statusCode,
      type: typeof type === 'string' ? type : 'application/json; charset=utf-8',
      body: Buffer.from(await answer.body.arrayBuffer()),
    };
  } catch (cause) {
    throw Object.assign(
      new ApiError(
        'service_unavailable',
        'The sandbox does not answer. Kurir restarts it; try again shortly.',
      ),
      {
        cause,
      },
    );
  }
}

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** The sandbox sends callbacks to the address of this request. */
export function callbackHeader({ socket, protocol }: FastifyRequest): Record<string, string> {
  const { localAddress, localPort } = socket;
  if (localAddress === undefined || localPort === undefined) return {};
  const host = localAddress.replace(/^::ffff:/, '');
  return {
    'x-sandbox-callback': `${protocol}://${inUrl(host)}:${localPort}${OFFICIAL_WEBHOOK_PATH}`,
  };
}

export function pass(reply: FastifyReply, { status, type, body }: Answer) {
  return reply.code(status).type(type).send(body);
}
