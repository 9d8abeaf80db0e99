import { randomBytes, scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { MIN_PASSPHRASE } from '../../backup-settings.ts';
import { type Config, InvalidConfig } from '../../config.ts';
import { codeOf } from '../../platform/lib/error-code.ts';
import { createSecretBox } from '../../platform/lib/secret-box.ts';

const PLACE = 'backup|secret_key';
/** 64 MiB and about 0.2 s for each guess. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

const Sealed = z.object({ salt: z.base64(), sealed: z.base64() });

/** Null: the key stays out of backups. InvalidConfig for a short one. */
export async function readPassphrase(config: Config): Promise<string | null> {
  const { KURIR_BACKUP_PASSPHRASE: given, KURIR_BACKUP_PASSPHRASE_FILE: file } = config;
  const passphrase = file ? (await readGiven(file)).trim() : given;
  if (passphrase === undefined) return null;
  if (passphrase.length >= MIN_PASSPHRASE) return passphrase;
  throw new InvalidConfig(`KURIR_BACKUP_PASSPHRASE_FILE: at least ${MIN_PASSPHRASE} characters`);
}

async function readGiven(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new InvalidConfig(`KURIR_BACKUP_PASSPHRASE_FILE: ${file} cannot be read (${codeOf(error)})`);
  }
}

/** scrypt and AES-256-GCM. */
export function sealKey(key: string, passphrase: string): string {
  const salt = randomBytes(16);
  const sealed = boxOf(passphrase, salt).seal(Buffer.from(key), PLACE);
  return `${JSON.stringify({ salt: salt.toString('base64'), sealed: sealed.toString('base64') })}\n`;
}

/** Null for another passphrase. */
export function unsealKey(text: string, passphrase: string): string | null {
  const { salt, sealed } = Sealed.parse(JSON.parse(text));
  try {
    return boxOf(passphrase, Buffer.from(salt, 'base64'))
      .open(Buffer.from(sealed, 'base64'), PLACE)
      .toString();
  } catch {
    return null;
  }
}

const boxOf = (passphrase: string, salt: Buffer) =>
  createSecretBox(scryptSync(passphrase.normalize(), salt, 32, COST).toString('hex'));
