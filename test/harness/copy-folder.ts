import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Copies a folder as an operator does, also while a gateway writes into it. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]).catch((error: Error) => {
    // A file was removed during the copy.
    if (!error.message.includes('No such file')) throw error;
  });
}
