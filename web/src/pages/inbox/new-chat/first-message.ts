import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { api, ok } from '../../../api/client.ts';
import type { Schema } from '../../../api/schemas.ts';
import type { Checked } from '../../../numbers/local-question.tsx';

export interface FirstMessage {
  device_uuid: string;
  to: string;
  body: string;
  /** Official numbers write first with a template alone. */
  template: Schema<'MessageTemplate'> | null;
}

/** The conversation. `isKnown`: the number had it on the device before, and nothing is sent. */
interface FirstChat {
  id: string;
  isKnown: boolean;
}

/**
 * Sends the message, once per key. `isAgain`: an attempt with this key may have made the conversation. A template goes
 * to a known conversation too.
 */
export async function sendFirst(
  { device_uuid, to, body, template }: FirstMessage,
  { key, isAgain }: { key: string; isAgain: boolean },
): Promise<FirstChat> {
  const query = { device_uuid, phone: to, chat: 'all', limit: 1 } as const;
  const found = isAgain || template ? null : await call('GET /conversations', { query });
  const [known] = found?.data ?? [];
  if (known) return { id: known.id, isKnown: true };
  const { conversation_id: id } = await ok(
    api.POST('/app/api/conversations', {
      params: { header: { 'Idempotency-Key': key } },
      body: { device_uuid, to, message: template ? { type: 'template', template } : { type: 'text', body } },
    }),
  );
  return { id, isKnown: false };
}

/**
 * What the gateway says of a number that may lack its 0; null for one that can only be meant as it is. `home`: the
 * number of the device. Only numbers of another country are asked about, because the check takes time.
 */
export async function doubtOn(
  { device_uuid, to }: FirstMessage,
  home: string | null,
): Promise<Checked | null> {
  if (!/^\s*[1-9]/.test(to) || to.includes('@') || to.trim().slice(0, 2) === home?.slice(0, 2)) return null;
  const { data } = await call('POST /numbers/check', { body: { device_uuid, numbers: [to] } });
  return data.find(({ local }) => local !== null) ?? null;
}

const MAX_PEOPLE = 8;

/** Numbers with names that fit what is typed. Agents see only people who wrote to their devices. */
export const peopleQuery = (q: string, isAdmin: boolean) =>
  queryOptions({
    queryKey: ['inbox', 'people', q, isAdmin] as const,
    enabled: q.length > 1,
    queryFn: async (): Promise<{ name: string | null; phone: string }[]> => {
      if (isAdmin) return (await call('GET /contacts', { query: { q, per_page: MAX_PEOPLE } })).data;
      const query = { q, limit: MAX_PEOPLE };
      const { data } = await call('GET /conversations', { query });
      return data.map(({ person }) => person);
    },
  });
