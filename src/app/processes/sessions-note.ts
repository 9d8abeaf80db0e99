import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { type FolderProcess, identifyIn, isRunningIn } from '../../platform/lib/folder-process.ts';
import { isRunning, signalProcess, waitForEnd } from '../../platform/lib/process-identity.ts';
import { readState, writeState } from '../../platform/lib/state-file.ts';
import { FolderProcessNote } from './process-note.ts';

const SessionsNote = z.object({ gateway: FolderProcessNote, children: z.array(FolderProcessNote) });

const END_MS = 1_000;

const pathOf = (config: Config) => join(config.KURIR_DATA_DIR, 'sessions.json');

/** Lets the next gateway kill a hanging child. */
export async function noteSessions(config: Config, pids: readonly number[]): Promise<void> {
  const identifyHere = (pid: number) => identifyIn(config.KURIR_DATA_DIR, pid);
  const gateway = identifyHere(process.pid);
  const children = pids.map(identifyHere).filter((child): child is FolderProcess => child !== null);
  if (gateway) await writeState(pathOf(config), { gateway, children });
}

export async function findSessions(config: Config): Promise<number[]> {
  const note = await readState(pathOf(config), SessionsNote);
  const isRunningHere = (child: FolderProcess) => isRunningIn(config.KURIR_DATA_DIR, child);
  return (note?.children ?? []).filter(isRunningHere).map(({ pid }) => pid);
}

/** A hanging child never ends. Returns their number. */
export async function endLeftSessions(config: Config): Promise<number> {
  const note = await readState(pathOf(config), SessionsNote);
  if (!note || isRunning(note.gateway)) return 0;
  const left = note.children.filter(
    (child) => isRunningIn(config.KURIR_DATA_DIR, child) && signalProcess(child, 'SIGKILL'),
  );
  await Promise.all(left.map((child) => waitForEnd(child, END_MS)));
  return left.length;
}
