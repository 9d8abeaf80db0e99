import { hasText, type Key, type Language, translate, type Values } from '../../../../texts/translate.ts';
import { UNARY } from '../forms/field.ts';
import { type FlowNode, listOf, recordsOf, textOf, valueAt } from './definition.ts';
import type { Outcome } from './edges.ts';

type Translated = (key: Key<'flows.nodes'>, values?: Values) => string;

/** What a node does, in one or two lines of the owner's own words. */
export function summaryOf(node: FlowNode, language: Language): string {
  const t: Translated = (key, values) => translate('flows.nodes', language, key, values);
  return lineOf(node, t, language) || t('sum_nothing');
}

function lineOf(node: FlowNode, t: Translated, language: Language): string {
  switch (node.type) {
    case 'start':
      return triggersText(node.triggers, language);
    case 'send_template':
      return textOf(valueAt(node.template, 'name'));
    case 'send_media':
      return textOf(node.caption) || textOf(node.url);
    case 'condition':
      return withMore(
        recordsOf(node.tests).map((test) => testText(test, language)),
        t,
      );
    case 'switch':
      return textOf(node.value);
    case 'set_variable':
      return recordsOf(node.assignments)
        .map(({ variable, value }) => `${textOf(variable)} = ${textOf(value)}`)
        .join(', ');
    case 'wait':
      return waitText(node, t);
    case 'http_request':
      return `${textOf(node.method) || 'GET'} ${textOf(node.url)}`;
    case 'labels':
      return signed(node.add, node.remove);
    case 'contact':
      return [textOf(node.name), textOf(node.email), signed(node.add_tags, node.remove_tags)]
        .filter((part) => part !== '')
        .join(', ');
    case 'hand_off':
      return node.text === '' ? t('sum_silent') : textOf(node.text) || t('sum_fallbackText');
    case 'ask_assistant':
      return textOf(node.question) || '{{message.text}}';
    default:
      return textOf(node.text) || FIXED[node.type]?.(node, t) || '';
  }
}

const FIXED: Partial<Record<FlowNode['type'], (node: FlowNode, t: Translated) => string>> = {
  hours: (_, t) => t('sum_hours'),
  split: (node) =>
    recordsOf(node.branches)
      .map(({ percent }) => `${String(percent ?? '')} %`)
      .join(' / '),
  run_flow: (_, t) => t('sum_flow'),
  jump: (node, t) => (node.flow_id ? t('sum_flow') : t('sum_step')),
  return: (_, t) => t('returnHelp'),
  end: (node, t) => t(node.close === true ? 'sum_closes' : 'sum_ends'),
};

const signed = (added: unknown, removed: unknown): string =>
  [
    ...listOf(added).map((name) => `+ ${textOf(name)}`),
    ...listOf(removed).map((name) => `− ${textOf(name)}`),
  ].join(', ');

/** Of a list of triggers, such as `has the word “harga”, “price”`. */
export function triggersText(triggers: unknown, language: Language): string {
  const all = recordsOf(triggers).filter(
    ({ match, patterns }) => match === 'any' || listOf(patterns).length > 0,
  );
  if (all.some(({ match }) => match === 'any')) return translate('flows.nodes', language, 'sum_any');
  if (all.length === 0) return translate('flows.nodes', language, 'sum_noTrigger');
  return all
    .map(({ match, patterns }) => {
      const words = listOf(patterns).map((pattern) => `“${textOf(pattern)}”`);
      const shown = words.length > 3 ? [...words.slice(0, 3), '…'] : words;
      const key = `match_${textOf(match)}`;
      return `${isFormKey(key) ? translate('flows.forms', language, key) : ''} ${shown.join(', ')}`.trim();
    })
    .join('; ');
}

const isFormKey = (key: string): key is Key<'flows.forms'> => hasText('flows.forms', key);

function testText(test: Readonly<Record<string, unknown>>, language: Language): string {
  const operator = `op_${textOf(test.operator)}`;
  const word = isFormKey(operator) ? translate('flows.forms', language, operator) : '';
  const right = UNARY.includes(textOf(test.operator)) ? '' : textOf(test.right);
  return [textOf(test.left), word, right].join(' ').trim();
}

function withMore([first, ...rest]: readonly string[], t: Translated): string {
  if (first === undefined || rest.length === 0) return first ?? '';
  return t('sum_tests', { first, more: rest.length });
}

function waitText(node: FlowNode, t: Translated): string {
  const kind = valueAt(node, 'for.kind');
  if (kind === 'open') return t('sum_untilOpen');
  if (kind === 'time') return t('sum_until', { time: textOf(valueAt(node, 'for.time')) });
  const seconds = valueAt(node, 'for.seconds');
  return typeof seconds === 'number' ? t('sum_seconds', { time: secondsText(seconds, t) }) : '';
}

/** In the largest unit that divides it. */
function secondsText(seconds: number, t: Translated): string {
  const units = [
    [86_400, 'days'],
    [3_600, 'hoursCount'],
    [60, 'minutes'],
  ] as const;
  const [size, key] = units.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [
    1,
    'seconds' as const,
  ];
  return t(key, { count: seconds / size });
}

/** The name of a way out, such as `Choice “S”`. */
export function outcomeText({ kind, value }: Outcome, language: Language): string {
  const shown = value || translate('flows.nodes', language, 'untitled');
  return translate('flows.nodes', language, `way_${kind}`, { value: shown });
}

/** What people call a node: its name, else its kind with the beginning of its text. */
export function titleOf(node: FlowNode, language: Language): string {
  const name = node.type === 'contact' ? '' : textOf(node.name).trim();
  return name || translate('flows.nodes', language, node.type);
}

const SHORT = 40;
/** To choose a node from a list of all nodes. */
export function longTitleOf(node: FlowNode, language: Language): string {
  const title = titleOf(node, language);
  const summary = summaryOf(node, language).replaceAll(/\s+/g, ' ');
  const short = summary.length > SHORT ? `${summary.slice(0, SHORT)}…` : summary;
  return `${title}: ${short}`;
}
