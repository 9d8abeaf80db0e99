import type { FlowNode, NodeType } from './definition.ts';

const CHOICE = { id: '1', title: '' };

/** What a new node has before its owner writes anything. */
const BLANK: Readonly<Record<NodeType, Readonly<Record<string, unknown>>>> = {
  start: { triggers: [{ match: 'word', patterns: [] }] },
  send_text: {},
  send_template: {},
  send_media: { media_type: 'image' },
  send_buttons: { buttons: [CHOICE] },
  send_list: { sections: [{ rows: [CHOICE] }] },
  ask: { answer: { kind: 'text' } },
  ask_assistant: {},
  condition: { tests: [{ left: '', operator: 'equals', right: '' }] },
  switch: { value: '', cases: [{ equals: '' }] },
  hours: {},
  split: { branches: [{ percent: 50 }, { percent: 50 }] },
  wait: { for: { kind: 'duration', seconds: 3_600 } },
  set_variable: { assignments: [{ variable: '', operation: 'set', value: '' }] },
  labels: {},
  contact: {},
  http_request: { method: 'GET', url: 'https://' },
  run_flow: {},
  jump: {},
  return: {},
  hand_off: {},
  end: {},
};

export const blankNode = (type: NodeType, id: string): FlowNode => ({ id, type, ...BLANK[type] });
