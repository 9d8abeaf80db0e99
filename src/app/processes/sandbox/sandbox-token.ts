import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Config, InvalidConfig } from '../../../config.ts';
import type { Log } from '../../../platform/lib/log.ts';
import { keepSecretFile, readSecretFile } from '../../../platform/lib/secret-file.ts';

const pathIn = (config: Config) => join(config.KURIR_DATA_DIR, 'sandbox-token');

/** Throws InvalidConfig. */
export async function withSandboxToken(config: Config, log: Log): Promise<Config> {
  if (config.KURIR_SANDBOX === 'off') return config;
  if (config.KURIR_SANDBOX_OPEN === '1') log.warn({}, 'sandbox.open');
  return { ...config, KURIR_SANDBOX_TOKEN: config.KURIR_SANDBOX_TOKEN ?? (await keepToken(config)) };
}

/** Null before the first sandbox. */
export async function findSandboxToken(config: Config): Promise<string | null> {
  return config.KURIR_SANDBOX_TOKEN ?? (await readSecretFile(pathIn(config)));
}

async function keepToken(config: Config): Promise<string> {
  const path = pathIn(config);
  const token = await keepSecretFile(path, () => randomBytes(24).toString('hex'));
  if (!/^[\x21-\x7e]{16,}$/.test(token)) {
    throw new InvalidConfig(`${path}: does not hold a token of at least 16 characters. Delete the file.`);
  }
  return token;
}
