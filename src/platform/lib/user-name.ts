import { readFile } from 'node:fs/promises';

/** Or the id, without an entry. */
export async function nameOfUser(uid: number): Promise<string> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const entry = passwd.split('\n').find((line) => line.split(':')[2] === String(uid));
  return entry?.split(':')[0] ?? `user id ${uid}`;
}
