import type { Config } from '../../config.ts';
import type { CommandOutput } from '../../platform/lib/command.ts';
import { askGateway } from './gateway-client.ts';

/** Through the gateway. Throws CommandError. */
export async function askSandbox(
  config: Config,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<CommandOutput> {
  // The gateway answers objects only.
  return (await askGateway(config, method, path, body)) as CommandOutput;
}

/** A simulated phone scans; the device connects. */
export async function scanDevice(config: Config, device: string, number: string): Promise<CommandOutput> {
  await askSandbox(config, 'POST', '/sandbox/phones', { number });
  return askSandbox(config, 'POST', `/sandbox/devices/${encodeURIComponent(device)}/scan`, { number });
}

/** `{data: [...]}` becomes a table. */
export function listIn(answer: CommandOutput): CommandOutput {
  return !Array.isArray(answer) && Array.isArray(answer.data) ? answer.data : answer;
}
