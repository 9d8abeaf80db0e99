import { GraphError } from '../api/graph-error.ts';
import type { Json } from '../json.ts';
import {
  missingParameter,
  optionalObject,
  optionalText,
  readName,
  requiredObject,
  requiredText,
  WRONG,
} from './parameters.ts';

const PATH = "interactive['action']['parameters']";

/** Checks the action that opens a form. Throws GraphError. */
export function readFlow(action: Json): void {
  readName('flow')(action);
  const parameters = requiredObject(action, 'parameters', "interactive['action']['parameters']");
  oneOf(parameters, 'flow_message_version', ['3']);
  if (parameters.flow_message_version === undefined)
    throw missingParameter(`${PATH}['flow_message_version']`);
  if ((parameters.flow_id === undefined) === (parameters.flow_name === undefined))
    throw new GraphError(131008, { details: `Exactly one of flow_id and flow_name is required in ${PATH}` });
  optionalText(parameters, 'flow_id', `${PATH}['flow_id']`, { code: WRONG });
  requiredText(parameters, 'flow_cta', `${PATH}['flow_cta']`, { max: 20, code: WRONG });
  optionalText(parameters, 'flow_token', `${PATH}['flow_token']`, { code: WRONG });
  oneOf(parameters, 'mode', ['draft', 'published']);
  oneOf(parameters, 'flow_action', ['navigate', 'data_exchange']);
  const payload = optionalObject(parameters, 'flow_action_payload', `${PATH}['flow_action_payload']`);
  if (payload && parameters.flow_action === 'data_exchange')
    throw new GraphError(WRONG, {
      details: `${PATH}['flow_action_payload'] is not allowed with data_exchange`,
    });
  if (!payload) return;
  optionalText(payload, 'screen', `${PATH}['flow_action_payload']['screen']`, { code: WRONG });
  const data = optionalObject(payload, 'data', `${PATH}['flow_action_payload']['data']`);
  if (data && Object.keys(data).length === 0)
    throw new GraphError(WRONG, {
      details: `Param ${PATH}['flow_action_payload']['data'] must not be empty`,
    });
}

function oneOf(parameters: Json, key: string, known: readonly string[]): void {
  const value = optionalText(parameters, key, `${PATH}['${key}']`, { code: WRONG });
  if (value !== null && !known.includes(value))
    throw new GraphError(WRONG, { details: `Param ${PATH}['${key}'] must be one of {${known.join(', ')}}` });
}
