import { fieldText } from '../../../../api/problem-text.ts';
import { type Language, translate } from '../../../../texts/translate.ts';
import type { FlowNode } from '../model/definition.ts';
import { outcomesOf } from '../model/edges.ts';
import { fieldLabel } from '../model/field-label.ts';
import { outcomeText } from '../model/summary.ts';
import type { FlowProblem } from '../queries.ts';

/** What publishing found, for people who see the form and not the JSON. */
export function problemWords(problem: FlowProblem, node: FlowNode | undefined, language: Language): string {
  const { code, path, message } = problem;
  const way = node && outcomesOf(node).find((outcome) => outcome.path === path);
  const name = /"([^"]*)"/.exec(message)?.[1] ?? '';
  const known = `problem_${code}` as const;
  if (code !== 'invalid')
    return translate('flows.editor', language, known, {
      way: way ? outcomeText(way, language) : (path ?? ''),
      name,
    });
  return translate('flows.editor', language, known, {
    field: (node && path && fieldLabel(node, path, language)) || (path ?? ''),
    message: messageWords(message, language),
  });
}

/** Of the field alone, below it. */
export function messageWords(message: string, language: Language): string {
  const isMissing = /is required|must have a|must not be (empty|blank)|received undefined/i.test(message);
  if (isMissing) return translate('flows.editor', language, 'is_required');
  const known = fieldText(message, language);
  if (known !== message || language === 'en') return known;
  return `${translate('flows.editor', language, 'is_wrong')} (${message})`;
}

/** Whether a problem belongs to the field: its own path, or a place in its list of texts. */
export const isAt = (problem: FlowProblem, path: string): boolean =>
  problem.path === path ||
  (problem.path?.startsWith(`${path}.`) === true && /^\d+$/.test(problem.path.slice(path.length + 1)));
