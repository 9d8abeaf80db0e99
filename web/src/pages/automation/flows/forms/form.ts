import { useTexts } from '../../../../texts/texts.ts';
import type { Key } from '../../../../texts/translate.ts';

export interface FormContext {
  /** Changes a value at a path within the node. `undefined` removes it. */
  set: (path: string, value: unknown) => void;
  /** What publishing would refuse at this path. */
  problemOf: (path: string) => string | undefined;
  /** Names of values that the flow keeps. */
  variables: readonly string[];
  /** That the flow is for. */
  deviceUuids: readonly string[];
}

export function useLabels(field: { label: Key<'flows.forms'>; hint?: Key<'flows.forms'>; example?: string }) {
  const t = useTexts('flows.forms');
  const hint = field.hint && t(field.hint, { example: field.example ?? '' });
  return { label: t(field.label), hint };
}
