import { type FlowNode, isRecord, type NodeType, textOf } from '../model/definition.ts';
import { type FormField, kindOf, UNARY } from './field.ts';
import { saveTo, template, VALUE } from './message-fields.ts';

const MATCHES = ['word', 'exact', 'starts', 'ends', 'contains', 'fuzzy', 'regex', 'any'] as const;
const OPERATORS = [
  ...(['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'ends_with', 'matches'] as const),
  ...(['not_matches', 'greater', 'greater_or_equal', 'less', 'less_or_equal', 'is_set', 'is_empty'] as const),
];
const OPERATIONS = ['set', 'add', 'subtract', 'multiply', 'divide', 'clear'] as const;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const MONTH_SECONDS = 2_592_000;

/** Of nodes without a message to send. */
export function commonFields(node: FlowNode): readonly FormField[] {
  if (node.type === 'wait') return waitFields(node);
  if (node.type === 'http_request') return requestFields(node);
  if (node.type === 'hand_off') return handOffFields(node);
  return FIELDS[node.type] ?? [];
}

/** `any` compares nothing. */
const triggerFields = (item: unknown): readonly FormField[] => [
  {
    kind: 'select',
    path: 'match',
    label: 'match',
    default: 'word',
    options: MATCHES.map((match) => [match, `match_${match}`] as const),
  },
  ...(isRecord(item) && item.match === 'any'
    ? []
    : [
        {
          kind: 'words',
          path: 'patterns',
          label: 'patterns',
          hint: 'patternsHint',
          most: 100,
          max: 200,
        } as const,
      ]),
];

const testFields = (item: unknown): readonly FormField[] => [
  { ...template('left', 'left', 1_000, 1), hint: 'leftHint', example: VALUE },
  {
    kind: 'select',
    path: 'operator',
    label: 'operator',
    default: 'equals',
    options: OPERATORS.map((operator) => [operator, `op_${operator}`] as const),
  },
  ...(isRecord(item) && UNARY.includes(textOf(item.operator)) ? [] : [template('right', 'right', 1_000, 1)]),
];

const assignmentFields = (item: unknown): readonly FormField[] => [
  { kind: 'variable', path: 'variable', label: 'variable', hint: 'variableHint' },
  {
    kind: 'select',
    path: 'operation',
    label: 'operation',
    default: 'set',
    options: OPERATIONS.map((operation) => [operation, operation] as const),
  },
  ...(isRecord(item) && item.operation === 'clear' ? [] : [template('value', 'value', 1_000, 1)]),
];

const words = (path: string, label: FormField['label'], max: number): FormField => ({
  kind: 'words',
  path,
  label,
  most: 20,
  max,
});

const FIELDS: Partial<Record<NodeType, readonly FormField[]>> = {
  start: [
    {
      kind: 'list',
      path: 'triggers',
      label: 'triggers',
      hint: 'triggersHint',
      add: 'addTrigger',
      most: 20,
      fields: triggerFields,
      blank: () => ({ match: 'word', patterns: [] }),
    },
    {
      kind: 'number',
      path: 'priority',
      label: 'priority',
      hint: 'priorityHint',
      min: 0,
      max: 1_000,
      isInteger: true,
      usual: 100,
    },
  ],
  condition: [
    {
      kind: 'select',
      path: 'combine',
      label: 'combine',
      default: 'all',
      options: [
        ['all', 'combine_all'],
        ['any', 'combine_any'],
      ],
    },
    {
      kind: 'list',
      path: 'tests',
      label: 'tests',
      add: 'addTest',
      most: 20,
      fields: testFields,
      blank: () => ({ left: '', operator: 'equals', right: '' }),
    },
  ],
  switch: [
    { ...template('value', 'switchValue', 1_000, 1), hint: 'leftHint', example: VALUE },
    {
      kind: 'list',
      path: 'cases',
      label: 'cases',
      hint: 'casesHint',
      add: 'addCase',
      most: 50,
      fields: () => [{ kind: 'text', path: 'equals', label: 'equals', max: 1_000 }],
      blank: () => ({ equals: '' }),
    },
  ],
  split: [
    {
      kind: 'list',
      path: 'branches',
      label: 'branches',
      hint: 'branchesHint',
      add: 'addBranch',
      most: 10,
      fields: () => [{ kind: 'number', path: 'percent', label: 'percent', min: 1, max: 99, isInteger: true }],
      blank: () => ({ percent: 10 }),
    },
  ],
  set_variable: [
    {
      kind: 'list',
      path: 'assignments',
      label: 'assignments',
      add: 'addAssignment',
      most: 20,
      fields: assignmentFields,
      blank: () => ({ variable: '', operation: 'set', value: '' }),
    },
  ],
  labels: [words('add', 'addLabels', 50), words('remove', 'removeLabels', 50)],
  contact: [
    { ...template('name', 'customerName', 255, 1), hint: 'optionalHint' },
    { ...template('email', 'customerEmail', 254, 1), hint: 'optionalHint' },
    words('add_tags', 'addTags', 100),
    words('remove_tags', 'removeTags', 100),
  ],
  ask_assistant: [
    { ...template('question', 'assistantQuestion', 1_024, 2), hint: 'assistantQuestionHint' },
    {
      kind: 'check',
      path: 'send',
      label: 'sendAnswer',
      isOn: (value) => value !== false,
      on: undefined,
      off: false,
    },
    saveTo(),
  ],
  run_flow: [{ kind: 'flow', path: 'flow_id', label: 'flow', hint: 'flowHint', none: 'noFlow' }],
  jump: [{ kind: 'flow', path: 'flow_id', label: 'flow', hint: 'flowHint', none: 'sameFlow' }],
  end: [
    {
      kind: 'check',
      path: 'close',
      label: 'close',
      isOn: (value) => value === true,
      on: true,
      off: undefined,
    },
  ],
};

const WAITS = ['duration', 'time', 'open'] as const;
const blankWait = (kind: string) =>
  kind === 'duration' ? { kind, seconds: 3_600 } : kind === 'time' ? { kind, time: '09:00' } : { kind };

function waitFields(node: FlowNode): readonly FormField[] {
  const kind = kindOf(node, 'for.kind', 'duration');
  return [
    {
      kind: 'select',
      path: 'for.kind',
      label: 'waitKind',
      default: 'duration',
      options: WAITS.map((each) => [each, `wait_${each}`] as const),
      replaces: { path: 'for', blank: blankWait },
    },
    ...(kind === 'duration'
      ? [{ kind: 'duration', path: 'for.seconds', label: 'duration', min: 1, max: MONTH_SECONDS } as const]
      : []),
    ...(kind === 'time' ? [{ kind: 'time', path: 'for.time', label: 'time' } as const] : []),
  ];
}

function requestFields(node: FlowNode): readonly FormField[] {
  const body: FormField = { kind: 'json', path: 'json', label: 'json', hint: 'jsonHint', max: 16_384 };
  return [
    {
      kind: 'select',
      path: 'method',
      label: 'method',
      default: 'GET',
      options: METHODS.map((text) => [text, { text }] as const),
    },
    { ...template('url', 'requestUrl', 2_048, 2), hint: 'requestUrlHint' },
    {
      kind: 'list',
      path: 'headers',
      label: 'headers',
      add: 'addHeader',
      most: 20,
      fields: () => [
        { kind: 'text', path: 'name', label: 'headerName', max: 100 },
        {
          kind: 'text',
          path: 'value',
          label: 'headerValue',
          max: 1_000,
          hint: 'headerValueHint',
          example: 'Bearer {{secret.shop_key}}',
        },
      ],
      blank: () => ({ name: '', value: '' }),
    },
    ...(kindOf(node, 'method', 'GET') === 'GET' ? [] : [body]),
    {
      kind: 'list',
      path: 'save',
      label: 'save',
      add: 'addSaved',
      most: 20,
      fields: () => [
        { kind: 'text', path: 'path', label: 'savedPath', hint: 'savedPathHint', max: 200 },
        { kind: 'variable', path: 'variable', label: 'variable', hint: 'variableHint' },
      ],
      blank: () => ({ path: '', variable: '' }),
    },
  ];
}

/** An empty text means no words; a missing one means those of the account. */
function handOffFields(node: FlowNode): readonly FormField[] {
  return [
    ...(node.text === ''
      ? []
      : [{ ...template('text', 'handOffText', 1_024), hint: 'handOffTextHint' } as const]),
    {
      kind: 'check',
      path: 'text',
      label: 'sayNothing',
      isOn: (value) => value === '',
      on: '',
      off: undefined,
    },
    template('note', 'note', 1_024, 2),
  ];
}
