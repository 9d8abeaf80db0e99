import { z } from 'zod';
import { MAX_STORAGE_BYTES } from '../../../platform/accounts/plan.ts';
import { planName } from '../plan-name.ts';

const MAX_INT = 2_147_483_647;

const limits = {
  rate_per_minute: z
    .int()
    .min(1)
    .max(MAX_INT)
    .meta({
      description: 'Requests of POST /v1/messages per minute.',
      examples: [60],
    }),
  monthly_quota: z
    .int()
    .min(0)
    .max(MAX_INT)
    .nullable()
    .meta({ description: 'Messages per month; null without a quota.', examples: [1000] }),
  max_devices: z
    .int()
    .min(0)
    .max(MAX_INT)
    .meta({ description: 'Device limit of an account.', examples: [3] }),
};

const storage_bytes = z
  .int()
  .min(0)
  .max(MAX_STORAGE_BYTES)
  .nullable()
  .meta({
    description: 'Bytes that an account may store; null without a limit.',
    examples: [10_737_418_240],
  });

export const SetPlan = z
  .object({
    ...limits,
    storage_bytes: z
      .exactOptional(storage_bytes)
      .describe('Missing: it stays as it is, and is 10 GiB in a new plan.'),
  })
  .meta({ id: 'SetOperatorPlan' });

export const OperatorPlan = z
  .object({ name: planName, ...limits, storage_bytes })
  .meta({ id: 'OperatorPlan' });

export const OperatorPlanList = z.object({ data: z.array(OperatorPlan) }).meta({ id: 'OperatorPlanList' });

export const PlanParams = z.object({
  name: z.string().meta({ description: 'Name of the plan.', examples: ['pro'] }),
});
