import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { notifyProblem } from '../../../../ui/toast.tsx';
import type { Definition } from '../model/definition.ts';
import { type Flow, flowQuery } from '../queries.ts';
import { JsonDialog } from './json-dialog.tsx';

/** A draft of a program that the editor cannot show. */
export function BrokenDraft({ flow, onSaved }: { flow: Flow; onSaved: (read: Definition) => void }) {
  const t = useTexts('flows.editor');
  const [isOpen, setOpen] = useState(false);
  const apply = async (definition: Definition) => {
    const { id, draft_version } = flow;
    const body = { definition: { ...definition }, draft_version };
    try {
      const saved = await call('PATCH /flows/{id}', { id, body });
      queryClient.setQueryData(flowQuery(id).queryKey, saved);
      onSaved(definition);
    } catch (error) {
      notifyProblem(error);
    }
  };
  return (
    <Page title={flow.name}>
      <Empty
        title={t('brokenTitle')}
        lead={t('brokenLead')}
        action={
          <Button kind="primary" onClick={() => setOpen(true)}>
            {t('json')}
          </Button>
        }
      />
      {isOpen && (
        <JsonDialog
          definition={flow.definition}
          onApply={(definition) => void apply(definition)}
          onClose={() => setOpen(false)}
        />
      )}
    </Page>
  );
}
