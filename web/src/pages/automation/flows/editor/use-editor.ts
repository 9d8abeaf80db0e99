import { useMutation } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { asProblem } from '../../../../api/problem.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { blankNode } from '../model/blank-node.ts';
import { type Definition, MAX_NODES, type NodeType } from '../model/definition.ts';
import { addNode, duplicateNode, freeId, moveNodes, type Port, removeNode } from '../model/edits.ts';
import { changed, type History, redone, startHistory, undone } from '../model/history.ts';
import { NODE_WIDTH, type Place, placesOf, readPosition } from '../model/layout.ts';
import { FLOWS, type Flow, type FlowProblem, flowQuery } from '../queries.ts';

/** What the user edits. One undo covers all of it. */
export interface Draft {
  name: string;
  devices: readonly string[] | null;
  definition: Definition;
}

interface Saved {
  draft: Draft;
  /** The `draft_version` of the gateway. */
  version: number;
}

interface State {
  history: History<Draft>;
  saved: Saved;
  problems: readonly FlowProblem[];
  warnings: readonly FlowProblem[];
}

/** A save was refused: another user saved before. */
export interface Conflict {
  theirs: Flow;
  /** What both began with. */
  base: Draft;
}

export type Editor = ReturnType<typeof useEditor>;

/** The draft of a flow, its history, and what the gateway last said of it. */
export function useEditor(flow: Flow, definition: Definition) {
  const [state, setState] = useState<State>(() => stateOf(flow, definition));
  const [selected, setSelected] = useState<string | null>(null);
  const { history, saved } = state;
  const draft = history.present;

  const edit = useCallback(
    (change: (draft: Draft) => Draft, group: string | null = null) =>
      setState((now) => ({ ...now, history: changed(now.history, change(now.history.present), group) })),
    [],
  );
  const editDefinition = useCallback(
    (change: (definition: Definition) => Definition, group: string | null = null) =>
      edit((now) => ({ ...now, definition: change(now.definition) }), group),
    [edit],
  );

  const saving = useSaving(flow.id, state, setState);

  return {
    id: flow.id,
    draft,
    edit,
    editDefinition,
    selected,
    select: setSelected,
    ...saving,
    problems: state.problems,
    warnings: state.warnings,
    version: saved.version,
    isDirty: draft !== saved.draft,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setState((now) => ({ ...now, history: undone(now.history) })),
    redo: () => setState((now) => ({ ...now, history: redone(now.history) })),
    ...useSteps(draft.definition, editDefinition, setSelected),
  };
}

/** Sends the draft to the gateway, or shows the one of another user. */
function useSaving(id: string, { history, saved }: State, setState: Dispatch<SetStateAction<State>>) {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const draft = history.present;

  /** Keeps what the user typed while the call ran. */
  const accept = (answer: Flow, sent: Draft) => {
    const { draft_version: version, problems, warnings } = answer;
    setState((now) => ({ ...now, saved: { draft: sent, version }, problems, warnings }));
    queryClient.setQueryData(flowQuery(id).queryKey, answer);
    void queryClient.invalidateQueries({ queryKey: [...FLOWS, 'all'] });
  };

  const save = useMutation({
    mutationFn: async ({ over = saved.version }: { over?: number } = {}) => {
      const body = { ...bodyOf(draft), draft_version: over };
      const answer = await call('PATCH /flows/{id}', { id, body });
      accept(answer, draft);
      setConflict(null);
      return answer;
    },
    onError: async (error) => {
      if (asProblem(error).code !== 'flow_changed') return;
      const theirs = await call('GET /flows/{id}', { id });
      setConflict({ theirs, base: saved.draft });
    },
  });

  return {
    save,
    conflict,
    setConflict,
    /** Shows the draft of the gateway. Undo leads back to the present one. */
    take: (theirs: Flow, read: Definition) => {
      const next = stateOf(theirs, read);
      setState((now) => ({ ...next, history: changed(now.history, next.saved.draft) }));
      queryClient.setQueryData(flowQuery(id).queryKey, theirs);
      save.reset();
      setConflict(null);
    },
  };
}

export const bodyOf = ({ name, devices, definition }: Draft) => ({
  name,
  device_uuids: devices && [...devices],
  definition: { ...definition },
});

function stateOf(flow: Flow, definition: Definition): State {
  const { name, device_uuids: devices, draft_version: version, problems, warnings } = flow;
  const draft = { name, devices, definition };
  return { history: startHistory(draft), saved: { draft, version }, problems, warnings };
}

/** Adds, copies and removes nodes, and selects what follows. */
function useSteps(
  definition: Definition,
  editDefinition: (change: (definition: Definition) => Definition) => void,
  select: (id: string | null) => void,
) {
  const isFull = definition.nodes.length >= MAX_NODES;
  return {
    isFull,
    places: useMemo(() => placesOf(definition), [definition]),
    add(type: NodeType, port: Port | null, at: Place | null = null): void {
      if (isFull) return;
      const id = freeId(definition, type);
      const places = placesOf(definition);
      const isPinned = at !== null || definition.nodes.some(({ position }) => readPosition(position));
      const position = at ?? besides(port && places.get(port.from));
      const node = { ...blankNode(type, id), ...(isPinned && position && { position }) };
      // From the first own place on, all nodes keep theirs.
      editDefinition((now) => addNode(isPinned ? moveNodes(now, places) : now, node, port));
      select(id);
    },
    duplicate(id: string): void {
      if (isFull) return;
      const made = duplicateNode(definition, id);
      editDefinition(() => made.definition);
      select(made.id);
    },
    remove(ids: readonly string[]): void {
      editDefinition((now) => ids.reduce(removeNode, now));
      select(null);
    },
  };
}

const GAP = 88;
const besides = (source: Place | null | undefined): Place | null =>
  source ? { x: source.x + NODE_WIDTH + GAP, y: source.y } : null;
