import { type Definition, type FlowNode, isRecord, MAX_NODES, withValue } from './definition.ts';
import { mainOutcome, outcomesOf } from './edges.ts';

/** Where a new node is attached: a way out of a node. */
export interface Port {
  from: string;
  path: string;
}

/** All edits give a new definition and leave the given one as it is. */
const changeNode = (
  definition: Definition,
  id: string,
  change: (node: FlowNode) => FlowNode,
): Definition => ({
  ...definition,
  nodes: definition.nodes.map((node) => (node.id === id ? change(node) : node)),
});

export const setField = (definition: Definition, id: string, path: string, value: unknown): Definition =>
  changeNode(definition, id, (node) => withValue(node, path, value));

/** Null: the way leads nowhere. */
export const connect = (definition: Definition, { from, path }: Port, to: string | null): Definition =>
  setField(definition, from, path, to ?? undefined);

/** Adds the node. At a port that led on, the new node comes between. */
export function addNode(definition: Definition, node: FlowNode, port: Port | null): Definition {
  if (!port) return { ...definition, nodes: [...definition.nodes, node] };
  const source = definition.nodes.find(({ id }) => id === port.from);
  const before = source && outcomesOf(source).find(({ path }) => path === port.path)?.to;
  const way = mainOutcome(node);
  const added = before && way ? withValue(node, way.path, before) : node;
  return connect({ ...definition, nodes: [...definition.nodes, added] }, port, node.id);
}

/** Removes a node. What led to it leads nowhere. */
export function removeNode(definition: Definition, id: string): Definition {
  const nodes = definition.nodes
    .filter((node) => node.id !== id)
    .map((node) =>
      outcomesOf(node)
        .filter(({ to }) => to === id)
        .reduce((changed, { path }) => withValue(changed, path, undefined), node),
    );
  return withoutCommandsTo({ ...definition, nodes }, id);
}

function withoutCommandsTo(definition: Definition, id: string): Definition {
  const { commands } = definition;
  if (!Array.isArray(commands)) return definition;
  const kept = commands.filter((command) => !(isRecord(command) && command.next === id));
  return kept.length === commands.length ? definition : { ...definition, commands: kept };
}

/** A copy of the node under its own id, not connected from anywhere. */
export function duplicateNode(definition: Definition, id: string): { definition: Definition; id: string } {
  const node = definition.nodes.find((each) => each.id === id);
  if (!node) return { definition, id };
  const copy = { ...node, id: freeId(definition, node.type), position: besides(node) };
  return { definition: { ...definition, nodes: [...definition.nodes, copy] }, id: copy.id };
}

const OFFSET = 40;
function besides({ position }: FlowNode) {
  if (!isRecord(position)) return undefined;
  const { x, y } = position;
  return typeof x === 'number' && typeof y === 'number' ? { x: x + OFFSET, y: y + OFFSET } : undefined;
}

/** An id that is easy to read in JSON: `ask`, `ask_2`, … */
export function freeId({ nodes }: Definition, type: string): string {
  const taken = new Set(nodes.map(({ id }) => id));
  const numbers = [...Array(MAX_NODES + 1).keys()].map((n) => (n === 0 ? type : `${type}_${n + 1}`));
  return numbers.find((id) => !taken.has(id)) ?? `${type}_${taken.size + 2}`;
}

/** Moves nodes to these places. All others keep theirs. */
export const moveNodes = (
  definition: Definition,
  places: ReadonlyMap<string, { x: number; y: number }>,
): Definition => ({
  ...definition,
  nodes: definition.nodes.map((node) => {
    const place = places.get(node.id);
    return place ? { ...node, position: { x: Math.round(place.x), y: Math.round(place.y) } } : node;
  }),
});

/** Gives up own places: the layout places all nodes again. */
export const withoutPositions = (definition: Definition): Definition => ({
  ...definition,
  nodes: definition.nodes.map(({ position: _, ...node }) => node as FlowNode), // id and type stay
});
