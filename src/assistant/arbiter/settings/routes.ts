import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { AutomationSettings, ChangeAutomationSettings } from './schema.ts';
import { changeSettings, getSettings } from './settings.ts';

const tags = ['Automation'];
const response = { 200: AutomationSettings.describe('The settings.') };

export function automationSettingsRoutes(http: Http, ctx: Context): void {
  http.get(
    '/v1/automation',
    {
      config: { staff: 'agent', lane: 'reads', errors: [] },
      schema: {
        tags,
        operationId: 'getAutomationSettings',
        summary: 'Get the settings of automation',
        description: 'The settings that rules, flows and the assistant share.',
        response,
      },
    },
    ({ account }) => getSettings(ctx, account),
  );

  http.patch(
    '/v1/automation',
    {
      config: { errors: [] },
      schema: {
        tags,
        operationId: 'changeAutomationSettings',
        summary: 'Change the settings of automation',
        description:
          'Changes the settings in the request. They apply to the next messages. The key needs the scope `full`.',
        body: ChangeAutomationSettings,
        response,
      },
    },
    (request) => changeSettings(onBehalfOf(ctx, request), request.account, request.body),
  );
}
