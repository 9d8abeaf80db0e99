import { type FlowNode, listOf, type NodeType, recordsOf, textOf, valueAt } from './definition.ts';

/** One way out of a node. */
export interface Outcome {
  /** The field that names the node which follows, such as `cases.0.next`. */
  path: string;
  /** Null: it leads nowhere yet. */
  to: string | null;
  /** Without a target, publishing refuses the flow. */
  isRequired: boolean;
  /** What it is, for the texts. */
  kind: OutcomeKind;
  /** What the owner wrote, such as the title of a choice. */
  value: string;
}

export type OutcomeKind =
  | 'next'
  | 'answered'
  | 'failed'
  | 'timeout'
  | 'choice'
  | 'yes'
  | 'no'
  | 'case'
  | 'default'
  | 'open'
  | 'closed'
  | 'interrupted'
  | 'succeeded'
  | 'request_failed'
  | 'not_sent'
  | 'not_answered'
  | 'branch'
  | 'node';

const NEXT = ['next'] as const;
/** Those of lists come first. `?`: may be missing. `path=kind` where the two differ. */
const OUTCOMES: Readonly<Record<NodeType, readonly string[]>> = {
  start: NEXT,
  send_text: NEXT,
  send_template: ['next', 'failed?=not_sent'],
  send_media: NEXT,
  send_buttons: NEXT,
  send_list: NEXT,
  ask: ['answer.choices.*.next?=choice', 'answered', 'failed?', 'timeout?'],
  ask_assistant: ['answered', 'not_answered'],
  condition: ['yes', 'no'],
  switch: ['cases.*.next=case', 'default'],
  hours: ['open', 'closed'],
  split: ['branches.*.next=branch'],
  wait: ['next', 'interrupted?'],
  set_variable: NEXT,
  labels: NEXT,
  contact: NEXT,
  http_request: ['succeeded', 'failed=request_failed'],
  run_flow: NEXT,
  jump: ['node?'],
  return: [],
  hand_off: [],
  end: [],
};

/** The ways out of a node, in the order in which it shows them. */
export function outcomesOf(node: FlowNode): Outcome[] {
  return OUTCOMES[node.type].flatMap((written) => {
    const [place = '', kind] = written.split('=');
    const isRequired = !place.includes('?');
    const path = place.replace('?', '');
    const of = (path: string, value = ''): Outcome => {
      const to = textOf(valueAt(node, path)) || null;
      return { path, to, isRequired, kind: (kind ?? path) as OutcomeKind, value }; // the table has kinds alone
    };
    const [list, field] = path.split('.*.');
    if (list === undefined || field === undefined) return [of(path)];
    return listOf(valueAt(node, list)).map((item, n) => of(`${list}.${n}.${field}`, writtenIn(item)));
  });
}

const writtenIn = (item: unknown): string => {
  const [record] = recordsOf([item]);
  return textOf(record?.title) || textOf(record?.equals) || String(record?.percent ?? '');
};

/** The first way out that a new node uses to go on. */
export const mainOutcome = (node: FlowNode): Outcome | undefined =>
  outcomesOf(node).find(({ isRequired }) => isRequired) ?? outcomesOf(node)[0];
