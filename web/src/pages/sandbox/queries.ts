import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { reloadSandbox, SANDBOX_KEY } from '../../queries/sandbox.ts';

export type Phone = Schema<'SandboxPhone'>;
export type Chat = Schema<'SandboxChat'>;
export type PhoneMessage = Schema<'SandboxMessage'>;
export type OfficialNumber = Schema<'SandboxOfficialNumber'>;
export type ReviewedTemplate = Schema<'SandboxTemplate'>;
export type LineAction = Schema<'ChangeSandboxLine'>['action'];

/** The screen of a phone has no events. React Query asks only while the page is visible. */
const SCREEN_MS = 1_000;
const LIST_MS = 15_000;

export const phonesQuery = queryOptions({
  queryKey: [...SANDBOX_KEY, 'phones'],
  refetchInterval: LIST_MS,
  queryFn: async () => (await call('GET /sandbox/phones')).data,
});

/** Whether the first message has arrived. */
export const hasWrittenQuery = queryOptions({
  queryKey: [...SANDBOX_KEY, 'written'],
  queryFn: async () => {
    return (await call('GET /conversations', { query: { limit: 1 } })).data.length > 0;
  },
});

export const officialsQuery = queryOptions({
  queryKey: [...SANDBOX_KEY, 'officials'],
  refetchInterval: LIST_MS,
  queryFn: async () => (await call('GET /sandbox/official-numbers')).data,
});

/** The live stream reloads lists of templates by this name. */
export const reviewsQuery = (id: string) =>
  queryOptions({
    queryKey: [...SANDBOX_KEY, 'officials', id, 'templates'],
    refetchInterval: LIST_MS,
    queryFn: async () => {
      return (await call('GET /sandbox/official-numbers/{id}/templates', { id })).data;
    },
  });

export const chatsQuery = (number: string) =>
  queryOptions({
    queryKey: [...SANDBOX_KEY, 'phones', number, 'chats'],
    refetchInterval: SCREEN_MS,
    staleTime: 0,
    queryFn: async ({ client, queryKey }) => {
      const known = client.getQueryData<Tagged<Schema<'SandboxChats'>>>(queryKey);
      const options = { params: { path: { number } }, headers: ifChanged(known) };
      return tagged(known, await api.GET('/app/api/sandbox/phones/{number}/chats', options));
    },
    select: ({ body }) => body.data,
  });

export const messagesQuery = (number: string, peer: string) =>
  queryOptions({
    queryKey: [...SANDBOX_KEY, 'phones', number, 'chats', peer],
    refetchInterval: SCREEN_MS,
    staleTime: 0,
    queryFn: async ({ client, queryKey }) => {
      const known = client.getQueryData<Tagged<Schema<'SandboxMessages'>>>(queryKey);
      const options = { params: { path: { number, peer } }, headers: ifChanged(known) };
      const path = '/app/api/sandbox/phones/{number}/chats/{peer}/messages' as const;
      return tagged(known, await api.GET(path, options));
    },
    select: ({ body }) => body,
  });

/** An answer with its ETag, so that an unchanged screen costs no body. */
interface Tagged<Body> {
  etag: string;
  body: Body;
}

function ifChanged(known: Tagged<unknown> | undefined): Record<string, string> {
  return known ? { 'if-none-match': known.etag } : {};
}

function tagged<Body>(
  known: Tagged<Body> | undefined,
  { data, response }: { data?: Body; response: Response },
): Tagged<Body> {
  if (response.status === 304 && known) return known;
  // Every other answer without a body has thrown.
  return { etag: response.headers.get('etag') ?? '', body: data as Body };
}

export async function removePhone(number: string): Promise<void> {
  await call('DELETE /sandbox/phones/{number}', { number });
  await reloadSandbox();
}

/** Answers the id of the message. */
export async function sendFromPhone(
  { number, peer }: { number: string; peer: string },
  body: Schema<'SendFromSandboxPhone'>,
): Promise<string> {
  const { id } = await call('POST /sandbox/phones/{number}/chats/{peer}/messages', { number, peer, body });
  await reloadSandbox();
  return id;
}

export async function readOnPhone(number: string, peer: string): Promise<void> {
  await call('POST /sandbox/phones/{number}/chats/{peer}/read', { number, peer });
  await reloadSandbox();
}

export async function changeLine(uuid: string, action: LineAction): Promise<void> {
  await call('POST /sandbox/devices/{uuid}/line', { uuid, body: { action } });
  await reloadSandbox();
}

export async function ageDevice(uuid: string, days: number): Promise<void> {
  await call('POST /sandbox/devices/{uuid}/age', { uuid, body: { days } });
}

export async function createOfficial(
  body: Schema<'CreateSandboxOfficialNumber'>,
): Promise<Schema<'SandboxOfficialNumberCreated'>> {
  const created = await call('POST /sandbox/official-numbers', { body });
  await reloadSandbox();
  return created;
}

export async function changeOfficial(id: string, body: Schema<'ChangeSandboxOfficialNumber'>): Promise<void> {
  await call('PATCH /sandbox/official-numbers/{id}', { id, body });
  await reloadSandbox();
}

export async function createToken(id: string, revoke_others: boolean): Promise<string> {
  const { access_token } = await call('POST /sandbox/official-numbers/{id}/tokens', {
    id,
    body: { revoke_others },
  });
  return access_token;
}

export async function reviewTemplate(id: string, body: Schema<'ReviewSandboxTemplate'>): Promise<void> {
  await call('POST /sandbox/official-numbers/{id}/templates/review', { id, body });
  await reloadSandbox();
}

/** Null ends the fault. */
export async function setFault(id: string, fault: Schema<'SetSandboxFault'> | null): Promise<void> {
  await (fault
    ? call('PUT /sandbox/official-numbers/{id}/fault', { id, body: fault })
    : call('DELETE /sandbox/official-numbers/{id}/fault', { id }));
  await reloadSandbox();
}

type Credentials = Pick<Schema<'SandboxOfficialNumberCreated'>, 'phone_number_id' | 'name' | 'access_token'>;

/** The number becomes a device with its name. */
export async function attachOfficial(official: Credentials): Promise<void> {
  const { name: label, phone_number_id, access_token } = official;
  const credentials = { official_phone_number_id: phone_number_id, official_access_token: access_token };
  await call('POST /devices', { body: { engine: 'official_cloud', label, ...credentials } });
  await reloadSandbox();
  await queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
}

/** The same for a number whose earlier token is not known here. */
export async function attachWithToken(official: OfficialNumber): Promise<void> {
  await attachOfficial({ ...official, access_token: await createToken(official.phone_number_id, false) });
}
