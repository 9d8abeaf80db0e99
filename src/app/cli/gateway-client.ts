import { TLSSocket } from 'node:tls';
import { Agent, buildConnector, fetch } from 'undici';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { CommandError, kindOfStatus } from '../../platform/lib/command.ts';
import { deepestReason } from '../../platform/lib/error-code.ts';
import { readGatewayFile } from '../processes/gateway-file.ts';
import { findSandboxToken } from '../processes/sandbox/sandbox-token.ts';

const Refusal = z.object({ error: z.string().optional(), message: z.string() });
const TIMEOUT_MS = 15_000;

/** With an external database the gateway may run on another machine. Throws CommandError when none can work. */
export async function assertGateway(config: Config): Promise<void> {
  if (config.DATABASE_URL || (await readGatewayFile(config))) return;
  throw noGateway();
}

function noGateway(): CommandError {
  const problem = 'No gateway runs on this data folder; start one with: npm start';
  return new CommandError(problem, 'gateway_not_running');
}

export async function askGateway(
  config: Config,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const gateway = await readGatewayFile(config);
  if (!gateway?.url) throw noGateway();
  const token = await findSandboxToken(config);
  const dispatcher = new Agent(gateway.fingerprint === null ? {} : { connect: pinned(gateway.fingerprint) });
  const answer = await fetch(gateway.url + path, {
    dispatcher,
    method,
    headers: {
      ...(token && { 'x-sandbox-token': token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    const problem = `The gateway at ${gateway.url} does not answer (${deepestReason(error)}).`;
    throw new CommandError(problem, 'gateway_not_running');
  });
  const json: unknown = await answer.json().catch(() => null);
  await dispatcher.destroy();
  if (answer.ok) return json;
  throw refusalOf(answer.status, json);
}

function refusalOf(status: number, json: unknown): CommandError {
  const { error: code, message = `The gateway answered ${status}.` } = Refusal.safeParse(json).data ?? {};
  return new CommandError(message, kindOfStatus(status), code === undefined ? {} : { code });
}

/** The certificate names the public host, so only the one of the gateway file is trusted. */
function pinned(fingerprint: string): buildConnector.connector {
  const connect = buildConnector({ rejectUnauthorized: false });
  return (target, callback) =>
    connect(target, (error, socket) => {
      if (error) return callback(error, null);
      if (socket instanceof TLSSocket && socket.getPeerCertificate().fingerprint256 === fingerprint) {
        return callback(null, socket);
      }
      socket.destroy();
      callback(new Error('it shows another certificate'), null);
    });
}
