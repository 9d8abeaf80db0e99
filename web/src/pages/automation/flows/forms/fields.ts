import type { FlowNode } from '../model/definition.ts';
import { commonFields } from './common-fields.ts';
import type { FormField } from './field.ts';
import { messageFields } from './message-fields.ts';

/** The fields of a node, apart from its name and its ways out. */
export const fieldsOf = (node: FlowNode): readonly FormField[] => messageFields(node) ?? commonFields(node);
