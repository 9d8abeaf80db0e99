import { call } from '../../../../api/call.ts';
import { ChangeKnowledgeDocument } from '../../../../api/limits.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { TextField } from '../../../../ui/form/fields.tsx';
import { FormDialog } from '../../../../ui/form/form.tsx';
import { knowledgeChanged } from '../queries.ts';
import type { Document } from './queries.ts';

/** The title is what answers name as their source. */
export function RenameDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const t = useTexts('assistant.documents');
  return (
    <FormDialog
      title={t('rename')}
      width="small"
      limits={ChangeKnowledgeDocument}
      initial={{ title: document.title }}
      save={(body) => call('PATCH /knowledge/documents/{id}', { id: document.id, body })}
      onSaved={() => {
        void knowledgeChanged();
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="title" label={t('title')} hint={t('titleHint')} />
    </FormDialog>
  );
}
