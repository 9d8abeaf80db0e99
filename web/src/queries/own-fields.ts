import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { Schema } from '../api/schemas.ts';

export type OwnField = Schema<'ContactField'>;

const MINUTE = 60_000;

const fieldsQuery = (key: string, read: () => Promise<{ data: OwnField[] }>) =>
  queryOptions({ queryKey: [key], staleTime: MINUTE, queryFn: async () => (await read()).data });

/** The fields that the account has added to its contacts. */
export const ownFieldsQuery = fieldsQuery('own-fields', () => call('GET /contact-fields'));

/** The fields that the account has added to its conversations. */
export const chatFieldsQuery = fieldsQuery('chat-fields', () => call('GET /conversation-fields'));

const OF_EACH_CONTACT = ['name', 'first_name', 'phone', 'email'];

/** What a text can name of a contact, without braces. */
export function useContactVariables(): string[] {
  const own = (useOwnFields() ?? []).map(({ name }) => name);
  return [...OF_EACH_CONTACT, ...own].map((name) => `contact.${name}`);
}

export const usePlaceholders = (): string[] => useContactVariables().map((name) => `{{${name}}}`);

const NONE: readonly OwnField[] = [];

/** Null: not known yet. */
export function useOwnFields(): readonly OwnField[] | null {
  const { data, isError } = useQuery(ownFieldsQuery);
  return data ?? (isError ? NONE : null);
}
