import { z } from 'zod';
import { list } from '../../../platform/lib/list.ts';
import { apiString, atMost, requiredString } from '../../../platform/lib/text.ts';
import { nodeId, variableName } from './fields.ts';
import { Contact, HttpRequest } from './http-nodes.ts';
import {
  Condition,
  End,
  Hours,
  Jump,
  Return,
  RunFlow,
  SetVariable,
  Split,
  Start,
  Switch,
  Wait,
} from './logic-nodes.ts';
import {
  Ask,
  AskAssistant,
  HandOff,
  Labels,
  maxRetries,
  retryText,
  SendButtons,
  SendList,
  SendMedia,
  SendTemplate,
  SendText,
} from './message-nodes.ts';

export const MAX_NODES = 200;

const FlowNode = z.discriminatedUnion('type', [
  Start,
  SendText,
  SendTemplate,
  SendMedia,
  SendButtons,
  SendList,
  Ask,
  Condition,
  Switch,
  SetVariable,
  Hours,
  Wait,
  HttpRequest,
  Labels,
  Contact,
  AskAssistant,
  HandOff,
  RunFlow,
  Return,
  Jump,
  Split,
  End,
]);
export type FlowNode = z.output<typeof FlowNode>;
export type NodeType = FlowNode['type'];

const Settings = z.object({
  retry_text: retryText()
    .nullish()
    .meta({ description: 'Sent after an invalid answer. Without it: the question, with what it needs.' }),
  max_retries: maxRetries().default(2),
  session_hours: z
    .int()
    .min(1)
    .max(168)
    .default(24)
    .meta({ description: 'A flow that waits for the customer ends after this time.' }),
});

const Variable = z.object({
  name: variableName(),
  value: apiString()
    .refine(...atMost(1_000))
    .default('')
    .meta({ description: 'The value at the start.' }),
});

const Command = z.object({
  words: list(requiredString(50), { max: 20, empty: 'must have a word' }),
  next: nodeId(),
});

/** A flow as it is published: this schema, and no problem of the graph. */
export const FlowDefinition = z.object({
  format: z.literal(1).default(1).meta({ description: 'Version of this format.' }),
  settings: Settings.prefault({}),
  variables: list(Variable, { max: 100 })
    .default([])
    .meta({ description: 'Variables with a value at the start.' }),
  commands: list(Command, { max: 20 }).default([]).meta({
    description: 'Words that lead to a node at any time while the flow waits for the customer.',
  }),
  nodes: list(FlowNode, { max: MAX_NODES, empty: 'must have a node' }),
});
export type FlowDefinition = z.output<typeof FlowDefinition>;
