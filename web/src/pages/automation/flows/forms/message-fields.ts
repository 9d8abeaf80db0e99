import { type FlowNode, textOf } from '../model/definition.ts';
import { type FormField, freeNumber, kindOf, type ListField } from './field.ts';

export const VALUE = '{{var.size}}';
/** A text that can have values in braces. */
export const template = (path: string, label: FormField['label'], max: number, rows = 3): FormField =>
  ({ kind: 'text', path, label, max, rows, hasValues: true }) as const;

const header: FormField = { kind: 'text', path: 'header', label: 'header', max: 60 };
const footer: FormField = { kind: 'text', path: 'footer', label: 'footer', max: 60 };
export const saveTo = (path = 'save_to', label: FormField['label'] = 'saveTo'): FormField => ({
  kind: 'variable',
  path,
  label,
  hint: 'saveToHint',
  example: VALUE,
});

const numbered = (ids: readonly string[]) => ({ id: freeNumber(ids), title: '' });

/** Null: the node sends nothing. */
export function messageFields(node: FlowNode): readonly FormField[] | null {
  if (node.type === 'send_text') return [template('text', 'text', 4_096, 5)];
  if (node.type === 'send_template') return [{ kind: 'template', path: 'template', label: 'template' }];
  if (node.type === 'send_media') return textOf(node.media_id) ? MEDIA.filter(isNoAddress) : MEDIA;
  if (node.type === 'send_buttons') return BUTTONS;
  if (node.type === 'send_list') return LIST;
  if (node.type === 'ask')
    return [template('text', 'question', 1_024), ...answerFields(node), ...AFTER_ANSWER];
  return null;
}

const isNoAddress = ({ path }: FormField) => path !== 'url';

const MEDIA: readonly FormField[] = [
  {
    kind: 'select',
    path: 'media_type',
    label: 'mediaType',
    default: 'image',
    options: ['image', 'document', 'audio', 'video'].map((type) => [type, type as FormField['label']]),
  },
  { kind: 'file', path: 'media_id', label: 'file', typePath: 'media_type', instead: 'url' },
  { ...template('url', 'url', 2_048, 1), hint: 'urlHint' },
  template('caption', 'caption', 1_024),
];

const BUTTONS: readonly FormField[] = [
  template('text', 'text', 1_024),
  {
    kind: 'list',
    path: 'buttons',
    label: 'buttons',
    add: 'addButton',
    most: 3,
    blank: numbered,
    fields: () => [{ kind: 'text', path: 'title', label: 'title', max: 20 }],
  },
  header,
  footer,
];

const ROW: readonly FormField[] = [
  { kind: 'text', path: 'title', label: 'title', max: 24 },
  { kind: 'text', path: 'description', label: 'description', max: 72 },
];

const LIST: readonly FormField[] = [
  template('text', 'text', 4_096),
  { kind: 'text', path: 'button_text', label: 'buttonText', max: 20 },
  {
    kind: 'list',
    path: 'sections',
    label: 'sections',
    add: 'addSection',
    most: 10,
    fields: () => [
      { kind: 'text', path: 'title', label: 'sectionTitle', max: 24 },
      {
        kind: 'list',
        path: 'rows',
        label: 'rows',
        add: 'addRow',
        most: 10,
        blank: numbered,
        fields: () => ROW,
      },
    ],
    blank: () => ({ title: '', rows: [] }),
  },
  header,
  footer,
];

const KINDS = ['text', 'number', 'choice', 'date', 'phone', 'email', 'media'] as const;

const blankAnswer = (kind: string): unknown =>
  kind === 'choice' ? { kind, as: 'buttons', choices: [numbered([]), numbered(['1'])] } : { kind };

const ANSWER_KIND: FormField = {
  kind: 'select',
  path: 'answer.kind',
  label: 'answerKind',
  default: 'text',
  options: KINDS.map((kind) => [kind, `kind_${kind}` as const]),
  replaces: { path: 'answer', blank: blankAnswer },
};

const MEDIA_TYPES = ['image', 'video', 'audio', 'document'] as const;

function answerFields(node: FlowNode): readonly FormField[] {
  const kind = kindOf(node, 'answer.kind', 'text');
  return [ANSWER_KIND, ...(kind === 'choice' ? choiceFields(node) : (BY_KIND[kind] ?? []))];
}

const BY_KIND: Readonly<Record<string, readonly FormField[]>> = {
  text: [
    { kind: 'number', path: 'answer.min_length', label: 'minLength', min: 1, max: 1_000, isInteger: true },
    { kind: 'number', path: 'answer.max_length', label: 'maxLength', min: 1, max: 1_000, isInteger: true },
    { kind: 'text', path: 'answer.pattern', label: 'pattern', hint: 'patternHint', max: 200 },
  ],
  number: [
    { kind: 'number', path: 'answer.min', label: 'min' },
    { kind: 'number', path: 'answer.max', label: 'max' },
    {
      kind: 'check',
      path: 'answer.integer',
      label: 'integer',
      isOn: (value) => value === true,
      on: true,
      off: undefined,
    },
  ],
  date: [
    { kind: 'text', path: 'answer.earliest', label: 'earliest', hint: 'dateHint', max: 10 },
    { kind: 'text', path: 'answer.latest', label: 'latest', hint: 'dateHint', max: 10 },
  ],
  media: [
    {
      kind: 'several',
      path: 'answer.types',
      label: 'mediaTypes',
      options: MEDIA_TYPES.map((type) => [type, type] as const),
    },
  ],
};

const TITLE_MAX: Readonly<Record<string, number>> = { buttons: 20, list: 24, numbers: 100 };
const DESCRIPTION_MAX: Readonly<Record<string, number>> = { list: 72, numbers: 200 };
const MOST: Readonly<Record<string, number>> = { buttons: 3, list: 10, numbers: 20 };

function choiceFields(node: FlowNode): readonly FormField[] {
  const as = kindOf(node, 'answer.as', 'buttons');
  const title: FormField = { kind: 'text', path: 'title', label: 'title', max: TITLE_MAX[as] ?? 20 };
  const below = DESCRIPTION_MAX[as];
  const choices: FormField & ListField = {
    kind: 'list',
    path: 'answer.choices',
    label: 'choices',
    add: 'addRow',
    most: MOST[as] ?? 3,
    fields: () =>
      below === undefined
        ? [title]
        : [title, { kind: 'text', path: 'description', label: 'description', max: below }],
    blank: numbered,
  };
  return [
    {
      kind: 'select',
      path: 'answer.as',
      label: 'choiceAs',
      hint: 'choiceAsHint',
      default: 'buttons',
      options: ['buttons', 'list', 'numbers'].map((way) => [way, `as_${way}` as FormField['label']]),
    },
    choices,
    ...(as === 'list'
      ? [{ kind: 'text', path: 'answer.button_text', label: 'buttonText', max: 20 } as const]
      : []),
    { ...header, path: 'answer.header' },
    { ...footer, path: 'answer.footer' },
  ];
}

const AFTER_ANSWER: readonly FormField[] = [
  saveTo(),
  { ...template('retry_text', 'retryText', 1_024, 2), hint: 'retryTextHint' },
  {
    kind: 'number',
    path: 'max_retries',
    label: 'maxRetries',
    hint: 'maxRetriesHint',
    min: 0,
    max: 10,
    isInteger: true,
  },
  {
    kind: 'duration',
    path: 'timeout_seconds',
    label: 'timeout',
    hint: 'timeoutHint',
    min: 60,
    max: 604_800,
    isOptional: true,
  },
];
