import '@xyflow/react/dist/base.css';
import './canvas.css';
import {
  Background,
  type Connection,
  type Edge,
  MarkerType,
  MiniMap,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useEdgesState,
  useNodesState,
  useReactFlow,
} from '@xyflow/react';
import { type DragEvent, useEffect, useMemo, useRef } from 'react';
import { useTexts } from '../../../../../texts/texts.ts';
import { NODE_TYPES } from '../../model/definition.ts';
import { outcomesOf } from '../../model/edges.ts';
import { connect, moveNodes, type Port } from '../../model/edits.ts';
import { heightOf, NODE_WIDTH } from '../../model/layout.ts';
import { DRAGGED } from '../palette.tsx';
import type { Editor } from '../use-editor.ts';
import { type CanvasNode, FlowNodeView } from './flow-node.tsx';
import { CanvasTools } from './tools.tsx';

/** Of nodes. With more, those out of sight are not drawn: moving 100 of them takes most of each frame. */
const MANY = 15;
/** In sight at first. */
const FIRST = 4;
const nodeTypes = { flow: FlowNodeView };

interface Props {
  editor: Editor;
  /** The node where the test chat is. */
  current: string | null;
  /** Asked to be in sight; the number tells one request from the next. */
  reveal: { id: string; n: number } | null;
  onAdd: (port: Port) => void;
}

/** The picture of the flow. Everything here works in the forms too. */
export default function Canvas(props: Props) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ editor, current, reveal, onAdd }: Props) {
  const t = useTexts('flows.editor');
  const { draft, editDefinition, places, select } = editor;
  const [nodes, edges, handlers] = useGraph({ editor, current, onAdd });
  const view = useReactFlow();
  const isLarge = draft.definition.nodes.length > MANY;
  useReveal(reveal, places);
  const onDrop = (event: DragEvent) => {
    const type = NODE_TYPES.find((each) => each === event.dataTransfer.getData(DRAGGED));
    if (!type) return;
    event.preventDefault();
    const at = view.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    editor.add(type, null, { x: at.x - NODE_WIDTH / 2, y: at.y - 26 });
  };
  const onConnect = ({ source, sourceHandle, target }: Connection) => {
    if (sourceHandle) editDefinition((now) => connect(now, { from: source, path: sourceHandle }, target));
  };
  return (
    <ReactFlow
      {...{ nodes, edges, nodeTypes, onDrop, onConnect }}
      {...handlers}
      onDragOver={(event) => event.preventDefault()}
      onNodeDragStop={(_, __, moved) => {
        // From the first own place on, all nodes keep theirs.
        const all = new Map([...places, ...moved.map(({ id, position }) => [id, position] as const)]);
        editDefinition((now) => moveNodes(now, all));
      }}
      onReconnect={(old, next) => {
        editDefinition((now) => connect(now, portOf(old), null));
        onConnect(next);
      }}
      onEdgesDelete={(gone) =>
        editDefinition((now) => gone.reduce((left, edge) => connect(left, portOf(edge), null), now))
      }
      onNodesDelete={(gone) => editor.remove(gone.map(({ id }) => id))}
      onPaneClick={() => select(null)}
      deleteKeyCode={['Delete', 'Backspace']}
      onlyRenderVisibleElements={isLarge}
      minZoom={0.1}
      maxZoom={1.5}
      fitView
      fitViewOptions={{ maxZoom: 1, padding: 0.08, nodes: firstNodes(places) }}
      ariaLabelConfig={{
        'node.a11yDescription.default': t('canvasHelp'),
        'node.a11yDescription.keyboardDisabled': t('canvasHelp'),
        'edge.a11yDescription.default': t('wayHelp'),
        'minimap.ariaLabel': t('map'),
      }}
    >
      <Background gap={24} size={1.5} />
      {isLarge && <MiniMap pannable zoomable position="bottom-left" />}
      <CanvasTools editor={editor} />
    </ReactFlow>
  );
}

/** Those at the start, so that their texts can be read. */
const firstNodes = (places: Editor['places']) =>
  [...places]
    .sort(([, a], [, b]) => a.x - b.x || a.y - b.y)
    .slice(0, FIRST)
    .map(([id]) => ({ id }));

const portOf = ({ source, sourceHandle }: Edge): Port => ({ from: source, path: sourceHandle ?? '' });

/** The nodes and edges of the draft, with what the canvas itself knows: sizes and a drag that goes on. */
function useGraph({ editor, current, onAdd }: Omit<Props, 'reveal'>) {
  const { draft, places, problems, selected, select } = editor;
  const { nodes: all } = draft.definition;
  const bad = useMemo(() => new Set(problems.map(({ node_id }) => node_id)), [problems]);
  const [nodes, setNodes, onNodes] = useNodesState<CanvasNode>([]);
  const [edges, setEdges, onEdgesChange] = useEdgesState<Edge>([]);
  const starts = all.filter(({ type }) => type === 'start').length;
  useEffect(() => {
    setNodes((shown) => {
      const known = new Map(shown.map((node) => [node.id, node]));
      return all.map((node) => ({
        ...known.get(node.id),
        id: node.id,
        type: 'flow',
        position: places.get(node.id) ?? { x: 0, y: 0 },
        selected: node.id === selected,
        initialWidth: NODE_WIDTH,
        initialHeight: heightOf(node),
        deletable: node.type !== 'start' || starts > 1,
        data: { node, isBad: bad.has(node.id), isCurrent: node.id === current, onAdd },
      }));
    });
  }, [all, places, bad, selected, current, onAdd, starts, setNodes]);
  useEffect(() => {
    const ids = new Set(all.map(({ id }) => id));
    const lines = all.flatMap((node) =>
      outcomesOf(node).flatMap(({ path, to }): Edge[] =>
        to !== null && ids.has(to)
          ? [
              {
                id: `${node.id}:${path}`,
                source: node.id,
                sourceHandle: path,
                target: to,
                markerEnd: { type: MarkerType.ArrowClosed },
              },
            ]
          : [],
      ),
    );
    setEdges(lines);
  }, [all, setEdges]);
  const onNodesChange = (changes: NodeChange<CanvasNode>[]) => {
    onNodes(changes);
    const chosen = changes.find((change) => change.type === 'select' && change.selected);
    if (chosen?.type === 'select') select(chosen.id);
  };
  return [nodes, edges, { onNodesChange, onEdgesChange }] as const;
}

/** Moves the canvas to a node that a list or the test chat names. */
function useReveal(reveal: Props['reveal'], places: Editor['places']): void {
  const view = useReactFlow();
  // Only a new request moves the canvas; places change while the user drags.
  const latest = useRef(places);
  latest.current = places;
  useEffect(() => {
    const place = reveal && latest.current.get(reveal.id);
    if (!place) return;
    void view.setCenter(place.x + NODE_WIDTH / 2, place.y + 80, { zoom: Math.max(view.getZoom(), 0.6) });
  }, [reveal, view]);
}
