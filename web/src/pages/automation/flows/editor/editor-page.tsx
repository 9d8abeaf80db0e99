import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded, Skeleton } from '../../../../ui/states.tsx';
import { readDefinition } from '../model/definition.ts';
import { type Flow, flowQuery } from '../queries.ts';
import { BrokenDraft } from './broken-draft.tsx';
import { EditorView } from './editor-view.tsx';

/** The editor of one flow, over the whole width. */
export function EditorPage() {
  const { flowId } = useParams({ from: '/app/automation/flows/$flowId' });
  // A newer draft must not replace what the user edits; saving finds the conflict.
  const flow = useQuery({ ...flowQuery(flowId), refetchOnWindowFocus: false, refetchOnReconnect: false });
  return (
    <Loaded query={flow} loading={<Skeleton className="p-6" lines={6} />}>
      {(shown) => <FlowEditor key={shown.id} flow={shown} />}
    </Loaded>
  );
}

/** A later answer, such as one after publishing, leaves the draft in the editor alone. */
function FlowEditor({ flow }: { flow: Flow }) {
  const [definition, setDefinition] = useState(() => readDefinition(flow.definition));
  if (!definition) return <BrokenDraft flow={flow} onSaved={setDefinition} />;
  return <EditorView flow={flow} definition={definition} />;
}
