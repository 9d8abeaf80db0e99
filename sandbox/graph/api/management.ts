import { randomInt } from 'node:crypto';
import { SandboxError } from '../../errors.ts';
import { type Cloud, saveApp } from '../cloud.ts';
import { GROUP_ID } from '../ids.ts';
import type { Json } from '../json.ts';
import { saveNumber } from '../numbers.ts';
import { findGroup, listGroups, viewGroup } from '../people/groups.ts';
import type { CloudNumber } from '../records.ts';
import { optionalObject, requiredText } from '../sending/parameters.ts';
import { listTemplates } from '../templates/list.ts';
import { previewTemplates } from '../templates/presets.ts';
import { createTemplate, deleteTemplates, editTemplate, requireTemplate } from '../templates/write.ts';
import type { Caller } from './auth.ts';
import { GraphError, missingObject } from './graph-error.ts';
import { countManagementCall, numbersOf, viewAccount, viewNumber, visibleNumber } from './nodes.ts';
import { type GraphAnswer, type GraphRequest, jsonBody } from './request.ts';

const MANAGEMENT = 'whatsapp_business_management';

/** Reads business accounts and configures webhook URLs. Throws GraphError. */
export async function manage(cloud: Cloud, request: GraphRequest, caller: Caller): Promise<GraphAnswer> {
  const { id, edge, method } = request;
  if (id === '') throw new GraphError(2500, { message: 'An unknown path was requested.' });
  if (id === 'app' && edge === null && method === 'GET') return { body: viewApp(cloud) };
  const own = cloud.numbers.get(id);
  if (own && edge === null && method === 'POST') {
    const number = visibleNumber(own, caller, id, method);
    countManagementCall(cloud, number);
    return configureNumber(cloud, number, jsonBody(request));
  }
  if (method === 'GET' && (edge === 'groups' || GROUP_ID.test(id))) return readGroups(cloud, request, caller);
  const numbers = numbersOf(cloud, id, caller);
  const [first] = numbers;
  if (!first && edge === null && method === 'POST') return editOne(cloud, request, caller);
  if (!first) throw missingObject(id, method);
  countManagementCall(cloud, first);
  const fields = request.query.get('fields');
  if (edge === null && method === 'GET') return { body: viewAccount(cloud, id, fields) };
  if (edge === 'phone_numbers' && method === 'GET')
    return { body: { data: numbers.map((number) => viewNumber(cloud, number, fields)) } };
  if (edge === 'message_templates') {
    if (!numbers.some((number) => mayManage(caller, number))) throw new GraphError(10);
    return { body: await operateTemplates(cloud, request) };
  }
  if (edge === 'message_template_previews' && method === 'GET')
    return { body: previewTemplates(request.query) };
  if (edge === 'subscribed_apps') return subscribe(cloud, id, request);
  throw missingObject(id, method);
}

/** One group, or those of a number. */
function readGroups(cloud: Cloud, { id, edge, method, query }: GraphRequest, caller: Caller): GraphAnswer {
  const group = edge === null ? findGroup(cloud, id) : null;
  const phoneNumberId = edge === 'groups' ? id : (group?.phone_number_id ?? '');
  const number = visibleNumber(cloud.numbers.get(phoneNumberId), caller, id, method);
  countManagementCall(cloud, number);
  return { body: group ? viewGroup(cloud, group) : listGroups(cloud, phoneNumberId, query) };
}

/** The app of the token. */
const viewApp = ({ app }: Cloud) => ({ id: app.app_id, name: 'Kurir sandbox' });

const mayManage = (caller: Caller, number: CloudNumber) =>
  caller.grantOf(number)?.scopes.includes(MANAGEMENT) ?? false;

async function operateTemplates(cloud: Cloud, request: GraphRequest): Promise<Json> {
  const { id, method, query } = request;
  switch (method) {
    case 'GET':
      return listTemplates(cloud, id, query);
    case 'POST':
      return createTemplate(cloud, id, jsonBody(request));
    case 'DELETE':
      return deleteTemplates(cloud, id, query);
    default:
      throw missingObject(id, method);
  }
}

async function editOne(cloud: Cloud, request: GraphRequest, caller: Caller): Promise<GraphAnswer> {
  const numbers = [...cloud.numbers.values()].filter((number) => mayManage(caller, number));
  const { number, template } = requireTemplate(cloud, numbers, request.id, request.method);
  countManagementCall(cloud, number);
  return { body: await editTemplate(cloud, number, template, jsonBody(request)) };
}

async function configureNumber(cloud: Cloud, number: CloudNumber, body: Json): Promise<GraphAnswer> {
  const config = optionalObject(body, 'webhook_configuration', 'webhook_configuration');
  if (!config) throw new GraphError(100, { details: 'Param webhook_configuration is required' });
  const override = await readOverride(cloud, config);
  saveNumber(cloud, { ...number.data, override });
  await cloud.store.db.committed();
  return { body: { success: true } };
}

async function subscribe(cloud: Cloud, wabaId: string, request: GraphRequest): Promise<GraphAnswer> {
  const { app } = cloud;
  if (request.method === 'GET') {
    const override = app.waba_overrides[wabaId];
    const api = { whatsapp_business_api_data: { ...viewApp(cloud), link: '' } };
    return {
      body: { data: [{ ...api, ...(override && { override_callback_uri: override.callback_url }) }] },
    };
  }
  const override = request.method === 'POST' ? await readOverride(cloud, jsonBody(request)) : null;
  const { [wabaId]: _, ...others } = app.waba_overrides;
  app.waba_overrides = override ? { ...others, [wabaId]: override } : others;
  saveApp(cloud);
  await cloud.store.db.committed();
  return { body: { success: true } };
}

/** Throws GraphError 100 or 2200. */
async function readOverride(cloud: Cloud, config: Json) {
  if (!config.override_callback_uri) return null;
  const callback_url = requiredText(config, 'override_callback_uri', 'override_callback_uri', { max: 200 });
  const verify_token = requiredText(config, 'verify_token', 'verify_token', {});
  if (!/^https?:$/.test(URL.parse(callback_url)?.protocol ?? ''))
    throw new GraphError(100, { details: 'Param override_callback_uri is not a valid URI.' });
  const { ok, status } = await cloud.webhooks.verify(callback_url, verify_token, newChallenge());
  if (!ok)
    throw new GraphError(2200, {
      message:
        '(#2200) Callback verification failed with the following errors: ' +
        `HTTP Status Code = ${status ?? 'none'}; HTTP Message = the challenge was not answered`,
    });
  return { callback_url, verify_token };
}

/** Verifies the webhook URL of the app. Throws SandboxError. */
export async function verifyCallback(cloud: Cloud): Promise<{ ok: boolean; status: number | null }> {
  const { callback_url, verify_token } = cloud.app;
  if (callback_url === null) throw new SandboxError('callback_unknown');
  return cloud.webhooks.verify(callback_url, verify_token, newChallenge());
}

const newChallenge = () => String(randomInt(2 ** 31));
