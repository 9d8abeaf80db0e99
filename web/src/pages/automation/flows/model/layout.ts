import { type Definition, type FlowNode, isRecord } from './definition.ts';
import { outcomesOf } from './edges.ts';

export interface Place {
  x: number;
  y: number;
}

/** Of a node on the canvas, in pixels. The styles of the node follow them. */
export const NODE_WIDTH = 264;
const HEAD = 64;
const PORT = 30;
const SUMMARY = 48;
const [COLUMN_GAP, ROW_GAP] = [88, 28];
const SWEEPS = 4;
/** Columns beside each other. */
const BAND = 12;
const BAND_GAP = 120;
const MAX_PLACE = 100_000;

export const heightOf = (node: FlowNode): number => HEAD + SUMMARY + outcomesOf(node).length * PORT;

/** Where each node is: its own position, else the place of the layout. */
export function placesOf(definition: Definition): Map<string, Place> {
  const own = definition.nodes.map(({ id, position }) => [id, readPosition(position)] as const);
  const known = own.filter((entry): entry is readonly [string, Place] => entry[1] !== null);
  if (known.length === own.length) return new Map(known);
  return new Map([...layOut(definition), ...known]);
}

/** Programs can save any number. The canvas shows nothing at places that are far away. */
const isNear = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= MAX_PLACE;

export function readPosition(position: unknown): Place | null {
  if (!isRecord(position)) return null;
  const { x, y } = position;
  return isNear(x) && isNear(y) ? { x, y } : null;
}

/**
 * Columns from left to right: each node is in a later column than the nodes that lead to it, apart from loops.
 * Within a column, nodes are near those that lead to them. The same definition has the same layout.
 */
export function layOut({ nodes }: Definition): Map<string, Place> {
  const targets = forwardTargets(nodes);
  const columns = columnsOf(nodes, targets);
  const sources = new Map(nodes.map(({ id }) => [id, [] as string[]]));
  for (const [id, to] of targets) for (const target of to) sources.get(target)?.push(id);
  order(columns, targets, sources);
  const height = new Map(nodes.map((node) => [node.id, heightOf(node)]));
  const places = new Map<string, Place>();
  let [top, bottom] = [0, 0];
  for (const [n, column] of columns.entries()) {
    // A long flow goes on below, as lines of a text do.
    if (n > 0 && n % BAND === 0) top = bottom + BAND_GAP;
    const x = (n % BAND) * (NODE_WIDTH + COLUMN_GAP);
    let below = top;
    for (const id of column) {
      const from = (sources.get(id) ?? []).flatMap((source) => places.get(source)?.y ?? []);
      const y = Math.max(below, from.length === 0 ? top : Math.min(...from));
      places.set(id, { x, y });
      below = y + (height.get(id) ?? 0) + ROW_GAP;
      bottom = Math.max(bottom, below);
    }
  }
  return places;
}

type Targets = Map<string, readonly string[]>;

/** Edges without those that close a loop. */
function forwardTargets(nodes: readonly FlowNode[]): Targets {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const targets: Targets = new Map();
  const open = new Set<string>();
  const visit = (id: string): void => {
    const node = byId.get(id);
    if (!node || targets.has(id)) return;
    open.add(id);
    targets.set(id, []);
    const to = [...new Set(outcomesOf(node).flatMap((outcome) => outcome.to ?? []))];
    const forward = to.filter((target) => byId.has(target) && !open.has(target));
    for (const target of forward) visit(target);
    targets.set(id, forward);
    open.delete(id);
  };
  for (const { id, type } of nodes) if (type === 'start') visit(id);
  for (const { id } of nodes) visit(id);
  return targets;
}

/** The longest way to a node is its column. */
function columnsOf(nodes: readonly FlowNode[], targets: Targets): string[][] {
  const column = new Map<string, number>();
  const depth = new Map(nodes.map(({ id }) => [id, 0]));
  for (const to of targets.values()) for (const id of to) depth.set(id, (depth.get(id) ?? 0) + 1);
  const ready = nodes.map(({ id }) => id).filter((id) => depth.get(id) === 0);
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    const here = column.get(id) ?? 0;
    column.set(id, here);
    for (const to of targets.get(id) ?? []) {
      column.set(to, Math.max(column.get(to) ?? 0, here + 1));
      const left = (depth.get(to) ?? 1) - 1;
      depth.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  const columns: string[][] = [];
  for (const [id, n] of column) {
    while (columns.length <= n) columns.push([]);
    columns[n]?.push(id);
  }
  return columns;
}

/** Puts nodes at the mean place of their neighbours, forth and back: fewer lines cross. */
function order(columns: string[][], targets: Targets, sources: ReadonlyMap<string, string[]>): void {
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isForth = sweep % 2 === 0;
    const neighbours = isForth ? sources : targets;
    const around = isForth ? columns.keys() : [...columns.keys()].reverse();
    const place = new Map(columns.flatMap((column) => column.map((id, n) => [id, n] as const)));
    for (const n of around) {
      const column = columns[n] ?? [];
      const wanted = new Map(column.map((id) => [id, meanOf(neighbours.get(id) ?? [], place)]));
      const byPlace = (a: string, b: string) =>
        (wanted.get(a) ?? place.get(a) ?? 0) - (wanted.get(b) ?? place.get(b) ?? 0);
      column.sort(byPlace);
      for (const [m, id] of column.entries()) place.set(id, m);
    }
  }
}

function meanOf(ids: readonly string[], place: ReadonlyMap<string, number>): number | undefined {
  const places = ids.flatMap((id) => place.get(id) ?? []);
  return places.length === 0 ? undefined : places.reduce((sum, n) => sum + n, 0) / places.length;
}
