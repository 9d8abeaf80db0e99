import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A part of a gateway that runs as a separate process. */
export type Part = 'sessions' | 'sandbox' | 'postgres';

/** The process ids of this part of the gateway on `folder`; the postmaster first. */
export function processesOfPart(folder: string, part: Part): number[] {
  return everyProcess()
    .filter(({ pid, words }) => {
      if (part === 'postgres')
        return words[0]?.endsWith('/bin/postgres') && workingFolder(pid).startsWith(folder);
      return (
        words[words.findIndex((word) => word.endsWith('src/cli.js')) + 1] === part &&
        environmentOf(pid).includes(folder)
      );
    })
    .map(({ pid }) => pid);
}

/** Linux only; elsewhere it finds none. */
export function everyProcess(): { pid: number; words: string[] }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), words: read(`/proc/${name}/cmdline`).split('\0') }))
    .filter(({ words }) => words[0] !== '')
    .sort((a, b) => a.pid - b.pid);
}

/** The name and state of each thread, and what it waits for in the kernel. */
export function threadsOf(pid: number): string[] {
  const folder = `/proc/${pid}/task`;
  const threads = existsSync(folder) ? readdirSync(folder) : [];
  return threads.map((thread) => {
    const facts = read(`${folder}/${thread}/status`).split('\n').slice(0, 3).join(' ');
    return `${facts} ${read(`${folder}/${thread}/wchan`)}`;
  });
}

export const environmentOf = (pid: number) => read(`/proc/${pid}/environ`);

export function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return ''; // ended, or not ours to look at
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // ended meanwhile
  }
}
