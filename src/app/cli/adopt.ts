import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { record } from '../../platform/audit/audit.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { idOfCluster } from '../../platform/lib/postgres/cluster-id.ts';
import { findHotSign } from '../../platform/lib/postgres/cold-copy.ts';
import { hasCluster, whileLocked } from '../../platform/lib/postgres/embedded.ts';
import { findSharedPart } from '../../platform/lib/postgres/shared-cluster.ts';
import { findGatewayIn, forgetGateway } from '../processes/gateway-file.ts';
import { findOriginal } from '../processes/identity/identity.ts';
import { type Identity, newId, readIdentity, writeIdentity } from '../processes/identity/identity-file.ts';
import { findHolder, isGatewayOf } from '../processes/identity/identity-lock.ts';
import { adoptCommand, describeOriginal, type Original } from '../processes/identity/messages.ts';

export interface AdoptOptions {
  originalIsGone: boolean;
}

export interface Adoption {
  adopted: boolean;
  /** This call ended the pause, or adopted the copy without one. */
  resumed: boolean;
  paused: boolean;
  original: string | null;
  /** The database ran during the copy. */
  was_running: boolean;
}

type UseDatabase = (action: (ctx: Context) => Promise<void>) => Promise<void>;

const UNCHANGED = { adopted: false, resumed: false, was_running: false };

/** `kurir adopt`. Repeated calls are safe. Throws CommandError. */
export async function adopt(
  config: Config,
  options: AdoptOptions,
  useDatabase: UseDatabase,
): Promise<Adoption> {
  if (config.DATABASE_URL) {
    throw new CommandError(
      'With DATABASE_URL there is nothing to adopt: the database is the installation.',
      'refused',
    );
  }
  if (!(await hasCluster(config.KURIR_DATA_DIR))) {
    throw new CommandError(`No Kurir database here: ${config.KURIR_DATA_DIR} holds none.`, 'no_installation');
  }
  const folder = await realpath(config.KURIR_DATA_DIR);
  const adoption = await change(config, folder, options);
  if (adoption.adopted || adoption.resumed) {
    // It also proves that the copy's database is whole.
    await useDatabase((ctx) => recordAdoption(ctx, folder, adoption)).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CommandError(
        `${folder} is adopted, but its database cannot be opened: ${reason}. Stop the original, copy it again`,
      );
    });
  }
  return adoption;
}

async function change(config: Config, folder: string, options: AdoptOptions): Promise<Adoption> {
  const identity = await readIdentity(folder);
  if (await findOriginal(config)) {
    // Before the lock, which a hard link shares.
    await refuseShared(folder);
    return whileLocked(folder, () => adoptCopy(config, folder, options));
  }
  if (!identity?.paused) return { ...UNCHANGED, paused: false, original: null };
  const { original } = identity.paused;
  if (!options.originalIsGone) return { ...UNCHANGED, paused: true, original };
  await refuseRunning(identity.replaces, folder);
  // A stopped process (SIGSTOP) does not answer for its id.
  const pid = original && (await findGatewayIn(original));
  if (pid) refuse({ folder: original, pid, isCertain: true });
  await writeIdentity(folder, { ...identity, paused: null });
  return { ...UNCHANGED, resumed: true, paused: false, original };
}

/** Needs the folder's lock. Another call may be first. */
async function adoptCopy(config: Config, folder: string, options: AdoptOptions): Promise<Adoption> {
  const original = await findOriginal(config);
  if (!original) return change(config, folder, options);
  if (options.originalIsGone) refuse(original);
  const copied = await readIdentity(folder);
  const identity: Identity = {
    id: newId(),
    folder,
    replaces: copied ? [copied.id, ...copied.replaces] : await idsOfEarlierVersion(folder),
    paused: options.originalIsGone ? null : { since: new Date().toISOString(), original: original.folder },
  };
  await writeIdentity(folder, identity);
  await forgetGateway(config);
  return {
    adopted: true,
    resumed: options.originalIsGone,
    paused: !options.originalIsGone,
    original: original.folder,
    was_running: await wasRunning(folder),
  };
}

/** The original gets this id when it starts with this version. */
async function idsOfEarlierVersion(folder: string): Promise<string[]> {
  const id = await idOfCluster(folder);
  return id === null ? [] : [id];
}

async function refuseShared(folder: string): Promise<void> {
  const shared = await findSharedPart(folder);
  if (shared === null) return;
  throw new CommandError(
    `${folder} is no separate copy: it shares ${shared} with its original, so both would write into one database. ` +
      'Stop the original, delete the copy, and copy again with: cp -aL ORIGINAL COPY',
    'refused',
  );
}

async function refuseRunning(ids: readonly string[], folder: string): Promise<void> {
  for (const id of ids) {
    const holder = await findHolder(id);
    if (holder && !isGatewayOf(folder, holder)) refuse({ ...holder, isCertain: true });
  }
}

function refuse(original: Original): void {
  if (original.pid === null) return;
  throw new CommandError(
    `The original is not gone: it is ${describeOriginal(original)}. Stop it first`,
    'refused',
  );
}

async function recordAdoption(ctx: Context, folder: string, adoption: Adoption): Promise<void> {
  const { adopted, paused, original } = adoption;
  const action = adopted ? 'installation.adopted' : 'installation.resumed';
  const entry = { action, accountId: null, target: folder, detail: { paused, original } } as const;
  await ctx.db.transaction((tx) => record(tx, ctx, [entry]));
}

async function wasRunning(folder: string): Promise<boolean> {
  const control = await readFile(join(folder, 'postgres', 'global', 'pg_control'));
  const hasPidFile = existsSync(join(folder, 'postgres', 'postmaster.pid'));
  return findHotSign({ hasPidFile, control }) !== null;
}

export function describeAdoption(adoption: Adoption, config: Config): string {
  const { adopted, resumed, paused, original, was_running: wasRunning } = adoption;
  const from = original ?? 'another folder';
  const damage = wasRunning
    ? `\nThe copy was made while the database of ${from} ran, so data may be missing or damaged. Better: stop the ` +
      'original, copy it again.'
    : '';
  if (paused) {
    const now = adopted ? 'is a separate installation now, and' : 'is adopted already. It';
    return (
      `This copy of ${from} ${now} is paused: its devices do not connect, and messages and webhooks wait.\n` +
      `When the original is gone forever: ${adoptCommand(config)} --original-is-gone${damage}`
    );
  }
  if (!resumed) return 'Nothing to adopt: this data folder is no copy.';
  return (
    `This copy replaces ${from}. A running gateway connects its devices within seconds. Never start the original ` +
    'again. If the original ran after the copy was made, pair its economy devices again.' +
    damage
  );
}
