import type { z } from 'zod';
import { issueText } from '../../../platform/lib/check-fields.ts';
import type { Pause } from '../../pieces.ts';
import { MAX_SENDS } from '../../plan.ts';
import { RESERVED, type ReservedWords, reservedIn, reservedMessage } from '../../rules/reserved-words.ts';
import { FlowDefinition, MAX_NODES, type NodeType } from './definition.ts';
import { type Edge, edgesOf, isNodeType, isRecord } from './edges.ts';
import { expressionProblems } from './expression-problems.ts';
import { blockless, reachable } from './graph.ts';
import { Start } from './logic-nodes.ts';
import { chattyNodes } from './sends.ts';
import { flowIdsIn, namesIn, variablesSetIn } from './uses.ts';

export const PROBLEM_CODES = [
  'invalid',
  'missing_edge',
  'unknown_node',
  'duplicate_id',
  'no_start',
  'several_starts',
  'unreachable',
  'endless_loop',
  'unknown_variable',
  'unknown_field',
  'unknown_flow',
  'unknown_secret',
  'too_many_nodes',
  'too_many_expressions',
  'too_many_messages',
  'late_text',
  ...RESERVED,
] as const;

export interface Problem {
  code: (typeof PROBLEM_CODES)[number];
  /** Null: of the flow itself. */
  node_id: string | null;
  /** Field within the node, or within the flow. Null: all of it. */
  path: string | null;
  message: string;
}

/** What the account has beside the flow. */
export interface Known {
  /** Public ids of published flows, and of the flow itself. */
  flows: ReadonlySet<string>;
  secrets: ReadonlySet<string>;
  /** Of contacts, as after `contact.` */
  fields: ReadonlySet<string>;
  reserved: ReservedWords;
}

const MAX_PROBLEMS = 100;

export interface LooseNode {
  id: string;
  type: NodeType;
  edges: readonly Edge[];
  raw: Readonly<Record<string, unknown>>;
}

interface Checked {
  /** Null while a problem is left. */
  definition: FlowDefinition | null;
  problems: Problem[];
  /** They refuse nothing. */
  warnings: Problem[];
}

/**
 * Checks a draft as publishing does. The definition is null while a problem is left. A node with a problem takes
 * part in the checks of the graph, so an editor sees all problems at once.
 */
export async function checkDraft(
  draft: Readonly<Record<string, unknown>>,
  known: Known,
  pause: Pause,
): Promise<Checked> {
  const parsed = FlowDefinition.safeParse(draft, { error: issueText });
  const nodes = looseNodes(draft);
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => problemOf(draft, issue))),
    ...idProblems(nodes),
    ...(await expressionProblems(nodes, pause)),
    ...graphProblems(draft, nodes),
    ...nameProblems(draft, nodes, known),
  ].slice(0, MAX_PROBLEMS);
  const commands = commandTargets(draft).map(({ to }) => to);
  const warnings = [...chattyNodes(nodes, commands).map(chatty), ...silentTriggers(nodes, known)];
  const definition = parsed.success && problems.length === 0 ? parsed.data : null;
  return { definition, problems, warnings: warnings.slice(0, MAX_PROBLEMS) };
}

const chatty = (node_id: string): Problem => ({
  code: 'too_many_messages',
  node_id,
  path: null,
  message: `may send more than ${MAX_SENDS} messages from here before it waits: then staff takes over`,
});

/** Words that never start the flow. */
function silentTriggers(nodes: readonly LooseNode[], { reserved }: Known): Problem[] {
  const start = nodes.find(({ type }) => type === 'start');
  const triggers = (start && Start.shape.triggers.safeParse(start.raw.triggers).data) ?? [];
  const texts = triggers.flatMap(({ match, patterns }) => (match === 'regex' ? [] : patterns));
  return reservedIn(texts, reserved).map(({ code, patterns }) => {
    return { code, node_id: start?.id ?? null, path: 'triggers', message: reservedMessage(code, patterns) };
  });
}

const rawNodes = (draft: Readonly<Record<string, unknown>>): unknown[] =>
  Array.isArray(draft.nodes) ? draft.nodes.slice(0, MAX_NODES + 1) : [];

export function looseNodes(draft: Readonly<Record<string, unknown>>): LooseNode[] {
  return rawNodes(draft).flatMap((raw) => {
    if (!isRecord(raw)) return [];
    const { id, type } = raw;
    if (typeof id !== 'string' || !isNodeType(type)) return [];
    return [{ id, type, edges: edgesOf(type, raw), raw }];
  });
}

function problemOf(draft: Readonly<Record<string, unknown>>, issue: z.core.$ZodIssue): Problem {
  const [first, place, ...rest] = issue.path;
  if (first !== 'nodes' || typeof place !== 'number') {
    const isTooLong = first === 'nodes' && rawNodes(draft).length > MAX_NODES;
    const code = isTooLong ? 'too_many_nodes' : 'invalid';
    return { code, node_id: null, path: issue.path.join('.') || null, message: issue.message };
  }
  const raw = rawNodes(draft)[place];
  const id = isRecord(raw) && typeof raw.id === 'string' ? raw.id.slice(0, 40) : null;
  const path = id === null ? issue.path.join('.') : rest.join('.');
  if (isRecord(raw) && isMissingEdge(raw, path)) {
    return { code: 'missing_edge', node_id: id, path, message: 'leads nowhere: name the node that follows' };
  }
  return { code: 'invalid', node_id: id, path: path || null, message: issue.message };
}

function isMissingEdge(raw: Readonly<Record<string, unknown>>, path: string): boolean {
  const { type } = raw;
  if (!isNodeType(type)) return false;
  return edgesOf(type, raw).some((edge) => edge.path === path && edge.isRequired && edge.to === undefined);
}

function idProblems(nodes: readonly LooseNode[]): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const { id } of nodes) {
    if (seen.has(id)) {
      problems.push({ code: 'duplicate_id', node_id: id, path: 'id', message: 'is the id of another node' });
    }
    seen.add(id);
  }
  const starts = nodes.filter(({ type }) => type === 'start');
  if (starts.length === 0) {
    problems.push({ code: 'no_start', node_id: null, path: 'nodes', message: 'must have a start node' });
  }
  for (const { id } of starts.slice(1)) {
    problems.push({ code: 'several_starts', node_id: id, path: 'type', message: 'is the second start node' });
  }
  return problems;
}

function graphProblems(draft: Readonly<Record<string, unknown>>, nodes: readonly LooseNode[]): Problem[] {
  const ids = new Set(rawNodes(draft).map((raw) => (isRecord(raw) ? raw.id : null)));
  const commands = commandTargets(draft);
  const dangling = nodes.flatMap(({ id, edges }) =>
    edges.flatMap(({ to, path }): Problem[] =>
      to === undefined || ids.has(to) ? [] : [unknownNode(id, path, to)],
    ),
  );
  const danglingCommands = commands.flatMap(({ path, to }) =>
    ids.has(to) ? [] : [unknownNode(null, path, to)],
  );
  const reached = reachable(
    nodes,
    commands.map(({ to }) => to),
  );
  const lost = nodes.filter(({ id }) => !reached.has(id));
  return [
    ...dangling,
    ...danglingCommands,
    ...lost.map(({ id }): Problem => {
      return { code: 'unreachable', node_id: id, path: null, message: 'is reached from no other node' };
    }),
    ...blockless(nodes).map((id): Problem => {
      return {
        code: 'endless_loop',
        node_id: id,
        path: null,
        message: 'is in a loop without an ask or a wait: put one of them into the loop',
      };
    }),
  ];
}

const unknownNode = (node_id: string | null, path: string, to: string): Problem => ({
  code: 'unknown_node',
  node_id,
  path,
  message: `names the node "${to.slice(0, 40)}", which does not exist`,
});

function commandTargets(draft: Readonly<Record<string, unknown>>): { path: string; to: string }[] {
  const commands: unknown = draft.commands;
  if (!Array.isArray(commands)) return [];
  return commands.flatMap((command: unknown, place) => {
    const to = isRecord(command) ? command.next : undefined;
    return typeof to === 'string' ? [{ path: `commands.${place}.next`, to }] : [];
  });
}

function nameProblems(
  draft: Readonly<Record<string, unknown>>,
  nodes: readonly LooseNode[],
  known: Known,
): Problem[] {
  const variables = new Set([
    ...variablesSetIn(draft.variables, ['name']),
    ...nodes.flatMap(({ raw }) => variablesSetIn(raw)),
  ]);
  return nodes.flatMap(({ id, raw }) => {
    const { used, fields, secrets } = namesIn(raw);
    const missing =
      (code: Problem['code'], what: string) =>
      (name: string): Problem => {
        return { code, node_id: id, path: null, message: `uses the ${what} "${name}", which does not exist` };
      };
    return [
      ...used.filter((name) => !variables.has(name)).map(missing('unknown_variable', 'variable')),
      ...fields.filter((name) => !known.fields.has(name)).map(missing('unknown_field', 'field of contacts')),
      ...secrets.filter((name) => !known.secrets.has(name)).map(missing('unknown_secret', 'secret')),
      ...flowIdsIn(raw)
        .filter((flow) => !known.flows.has(flow))
        .map(missing('unknown_flow', 'published flow')),
    ];
  });
}
