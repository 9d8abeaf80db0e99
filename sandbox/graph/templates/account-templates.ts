import type { Cloud } from '../cloud.ts';
import { SAMPLES, type Template } from './definition.ts';

/** Templates belong to the account. Null: every template exists. */
export function templatesOf(cloud: Cloud, wabaId: string): Template[] | null {
  const lists = [...cloud.numbers.values()].flatMap(({ data }) =>
    data.waba_id === wabaId && data.templates !== null ? [data.templates] : [],
  );
  return lists.length === 0 ? null : lists.flat();
}

export const listedTemplates = (cloud: Cloud, wabaId: string): readonly Template[] =>
  templatesOf(cloud, wabaId) ?? SAMPLES;
