import type { Cloud } from '../cloud.ts';
import { objectIdOf } from '../ids.ts';
import { saveNumber } from '../numbers.ts';
import type { CloudNumber } from '../records.ts';
import { SAMPLES, type Template } from './definition.ts';

/** Templates belong to the account. Null: every template exists. */
export function templatesOf(cloud: Cloud, wabaId: string): Template[] | null {
  const lists = numbersOf(cloud, wabaId).flatMap(({ data }) =>
    data.templates === null ? [] : [data.templates],
  );
  return lists.length === 0 ? null : lists.flat();
}

export const listedTemplates = (cloud: Cloud, wabaId: string): readonly Template[] =>
  templatesOf(cloud, wabaId) ?? SAMPLES;

export const templateId = (wabaId: string, { name, language }: Pick<Template, 'name' | 'language'>) =>
  objectIdOf(`template ${wabaId} ${name} ${language}`);

/** Replaces one template of an account by others: none deletes it. Without `before`, adds them. */
export function replaceTemplate(
  cloud: Cloud,
  wabaId: string,
  before: Template | null,
  after: readonly Template[],
): void {
  const numbers = numbersOf(cloud, wabaId);
  const holds = ({ data }: CloudNumber) =>
    before ? data.templates?.includes(before) : data.templates !== null;
  const holder = numbers.find(holds) ?? numbers[0];
  if (!holder) return;
  const kept = (holder.data.templates ?? SAMPLES).filter((each) => each !== before);
  saveNumber(cloud, { ...holder.data, templates: [...kept, ...after] });
}

const numbersOf = (cloud: Cloud, wabaId: string) =>
  [...cloud.numbers.values()].filter(({ data }) => data.waba_id === wabaId);
