import type { Context } from '../../../context.ts';
import { listPlans, savePlan } from '../../../platform/accounts/plan.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { asOperator } from '../acting.ts';
import { planNameOf } from '../plan-name.ts';
import { OperatorPlan, OperatorPlanList, PlanParams, SetPlan } from './schema.ts';

const tags = ['Operator'];

export function operatorPlanRoutes(http: Http, ctx: Context): void {
  http.get('/app/api/operator/plans', {
    config: { staff: 'operator', lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'listOperatorPlans',
      summary: 'List plans',
      description: 'Lists the plans of this installation with their limits.',
      response: { 200: OperatorPlanList.describe('All plans.') },
    },
    handler: async () => ({ data: await listPlans(ctx.db) }),
  });

  http.put('/app/api/operator/plans/:name', {
    config: { staff: 'operator', errors: ['plan_limit_reached'] },
    schema: {
      tags,
      operationId: 'setOperatorPlan',
      summary: 'Create or change a plan',
      description:
        'Sets all limits of the plan. A change applies to every account with this plan within a second.',
      params: PlanParams,
      body: SetPlan,
      response: { 200: OperatorPlan.describe('The plan.') },
    },
    handler: async (request) =>
      savePlan(asOperator(ctx, request), planNameOf(request.params.name), request.body),
  });
}
