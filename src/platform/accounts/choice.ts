import type { Context } from '../../context.ts';
import { CommandError } from '../lib/command.ts';
import { KURIR } from '../lib/command-name.ts';
import { someOf } from '../lib/some-of.ts';
import { getAccount, listAccounts } from './account.ts';
import type { Account, Caller } from './schema.ts';

/** A command acts for an account only while its keys may. Throws CommandError. */
export async function getActiveAccount({ db }: Pick<Context, 'db'>, id: number): Promise<Caller> {
  const account = await getAccount(db, id);
  if (account.status !== 'active') throw new CommandError(`Account ${id} is ${account.status}.`, 'refused');
  return withAllDevices(account);
}

/** The account of a command: the given one, or the only one that is not cancelled. Throws CommandError. */
export async function chooseAccount({ db }: Pick<Context, 'db'>, id?: number): Promise<Caller> {
  if (id !== undefined) return withAllDevices(await getAccount(db, id));
  const accounts = (await listAccounts(db)).filter(({ status }) => status !== 'cancelled');
  const [only, ...others] = accounts;
  if (!only)
    throw new CommandError(
      `There is no account yet. Create one: ${KURIR} account create --name NAME`,
      'not_found',
    );
  if (others.length === 0) return withAllDevices(only);
  const named = someOf(accounts, ({ id, name, kind }) => `${id} (${name}, ${kind})`);
  throw new CommandError(`Which account? Add --account with a number: ${named}.`, 'invalid_usage');
}

/** Commands see the whole account. */
const withAllDevices = (account: Account): Caller => ({ ...account, deviceIds: null });
