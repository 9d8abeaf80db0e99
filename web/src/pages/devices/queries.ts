import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { api, ok } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { paths } from '../../api/schema.ts';
import type { Schema } from '../../api/schemas.ts';
import { sendBytes } from '../../api/send-bytes.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { reloadTemplates, showStatus } from '../../queries/live-devices.ts';
import { pagesQuery } from '../../queries/pages.ts';

export type Device = Schema<'Device'>;

const HEALTH_MS = 30_000;

/** No event tells of the queue. */
export const healthQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['devices', uuid, 'health'],
    queryFn: () => call('GET /devices/{uuid}/health', { uuid }),
    refetchInterval: HEALTH_MS,
  });

export const hoursQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['devices', uuid, 'hours'],
    queryFn: () => call('GET /devices/{uuid}/business-hours', { uuid }),
  });

export const templatesQuery = (uuid: string) =>
  pagesQuery(['devices', uuid, 'templates'], (cursor) =>
    call('GET /devices/{uuid}/templates', { uuid, query: { cursor } }),
  );

export async function createTemplate(body: Schema<'NewTemplate'>): Promise<void> {
  await call('POST /templates', { body });
  await reloadTemplates();
}

type CodeTexts = NonNullable<paths['/app/api/devices/{uuid}/template-preview']['get']['parameters']['query']>;

/** The provider counts the calls, and its texts stay. */
export const codePreviewQuery = (uuid: string, query: CodeTexts) =>
  queryOptions({
    queryKey: ['devices', uuid, 'code-preview', query],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => call('GET /devices/{uuid}/template-preview', { uuid, query }),
  });

/** For the header of a template: the gateway keeps nothing of the file. */
export async function uploadTemplateFile(uuid: string, file: File): Promise<Schema<'TemplateFile'>> {
  const form = new FormData();
  form.set('file', file);
  return ok(
    api.POST('/app/api/devices/{uuid}/template-files', {
      params: { path: { uuid } },
      body: { file: file.name },
      bodySerializer: () => form,
    }),
  );
}

export async function changeTemplate(id: number, body: Schema<'TemplateChange'>): Promise<void> {
  await call('PATCH /templates/{id}', { id, body });
  await reloadTemplates();
}

export async function deleteTemplate(id: number): Promise<void> {
  await call('DELETE /templates/{id}', { id });
  await reloadTemplates();
}

/** After an act: the list and everything of its devices. */
export function reloadDevices(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
}

export async function createDevice(body: Schema<'CreateDevice'>): Promise<Schema<'DeviceCreated'>> {
  const created = await call('POST /devices', { body });
  await reloadDevices();
  return created;
}

export async function renameDevice(uuid: string, label: string): Promise<void> {
  await call('PATCH /devices/{uuid}', { uuid, body: { label } });
  await reloadDevices();
}

export async function turnGroups(
  uuid: string,
  body: Pick<Schema<'ChangeDevice'>, 'groups' | 'group_automation'>,
): Promise<void> {
  await call('PATCH /devices/{uuid}', { uuid, body });
  await reloadDevices();
}

export async function replaceToken(uuid: string, body: Schema<'RotateCredentials'>): Promise<void> {
  await call('PATCH /devices/{uuid}/official-credentials', { uuid, body });
  await reloadDevices();
}

export async function releaseDevice(uuid: string): Promise<void> {
  await call('DELETE /devices/{uuid}', { uuid });
  await reloadDevices();
}

/** Without `qr`: not ready yet. */
export async function fetchQr(uuid: string): Promise<Schema<'DeviceWaiting'> & Partial<Schema<'DeviceQr'>>> {
  const answer = await call('GET /devices/{uuid}/qr', { uuid });
  return answer as Schema<'DeviceWaiting'>; // a picture comes only with `Accept: image/png`
}

/** Without `code`: not ready yet. */
export function fetchPairingCode(
  uuid: string,
  phone_number: string,
): Promise<Schema<'DeviceWaiting'> & Partial<Schema<'DevicePairingCode'>>> {
  return call('POST /devices/{uuid}/pairing-code', { uuid, body: { phone_number } });
}

/** The device is `moving_in` until the network has taken the session, or refused it. */
export async function moveSessionIn(
  uuid: string,
  file: File,
  { number, onProgress }: { number: string; onProgress: (share: number) => void },
): Promise<void> {
  const digits = number.replaceAll(/\D/g, '');
  const query = digits === '' ? '' : `?phone_number=${digits}`;
  const headers = { 'content-type': 'application/octet-stream' };
  const path = `/app/api/devices/${uuid}/import${query}`;
  const answer = await sendBytes('POST', path, { headers, body: file, onProgress });
  const { status, reason, moving_in = false }: Schema<'DeviceWaiting'> = await answer.json();
  // A list that was asked for before the import would say that the import has ended.
  await queryClient.cancelQueries(devicesQuery);
  showStatus({ device_uuid: uuid, status, reason: reason ?? null, moving_in });
}
