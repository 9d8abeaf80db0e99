import type { Context } from '../../context.ts';
import { type AuditAction, record } from '../audit/audit.ts';
import { CommandError } from '../lib/command.ts';
import type { Db, Tx } from '../lib/db/db.ts';
import { ApiError } from '../lib/errors.ts';
import type { Plan } from './schema.ts';
import * as store from './store.ts';

type Limits = Omit<Plan, 'name'>;

/** Numbers of JSON are exact up to it. */
export const MAX_STORAGE_BYTES = 1024 ** 5;
/** Of a new plan that names no limit. */
const STORAGE_BYTES = 10 * 1024 ** 3;

const PLAN_NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

export function listPlans(db: Db): Promise<Plan[]> {
  return store.listPlans(db, {});
}

/** Undefined for an unknown plan. */
export function findPlan(db: Db, name: string): Promise<Plan | undefined> {
  return store.findPlan(db, { name });
}

/** Throws CommandError for an unknown plan. */
export async function getPlan(db: Db, name: string): Promise<Plan> {
  const plan = await store.findPlan(db, { name });
  if (!plan) throw new CommandError(`No plan "${name}".`, 'not_found');
  return plan;
}

/** A new plan requires all limits but that of the storage. Throws CommandError; ApiError plan_limit_reached. */
export async function savePlan(ctx: Context, name: string, limits: Partial<Limits>): Promise<Plan> {
  return ctx.db.transaction((tx) => savePlanIn(tx, ctx, name, limits));
}

async function savePlanIn(tx: Tx, ctx: Context, name: string, limits: Partial<Limits>): Promise<Plan> {
  const changed = await store.updatePlan(tx, name, limits);
  if (changed) {
    const isChange = Object.keys(limits).length > 0;
    return isChange ? recordPlan(tx, ctx, 'plan.changed', changed) : changed;
  }
  if (!PLAN_NAME.test(name)) {
    const problem = 'A plan name has lower-case letters, digits, - and _, at most 40.';
    throw new CommandError(problem, 'invalid_usage');
  }
  if (!isComplete(limits)) {
    throw new CommandError(
      `Plan "${name}" is new: give --rate-per-minute, --monthly-quota and --max-devices.`,
      'invalid_usage',
    );
  }
  const created = await store.insertPlan(tx, { storage_bytes: STORAGE_BYTES, name, ...limits });
  if (created) return recordPlan(tx, ctx, 'plan.created', created);
  if (!(await findPlan(tx, name))) throw new ApiError('plan_limit_reached');
  return savePlanIn(tx, ctx, name, limits);
}

async function recordPlan(tx: Tx, ctx: Context, action: AuditAction, plan: Plan): Promise<Plan> {
  const { name, ...detail } = plan;
  await record(tx, ctx, [{ action, accountId: null, target: name, detail }]);
  return plan;
}

function isComplete(limits: Partial<Limits>): limits is Omit<Limits, 'storage_bytes'> & Partial<Limits> {
  const { rate_per_minute, monthly_quota, max_devices } = limits;
  return rate_per_minute !== undefined && monthly_quota !== undefined && max_devices !== undefined;
}
