import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import type { Schema } from '../../../api/schemas.ts';
import { initialOf, OwnFieldFacts, OwnFieldInputs } from '../../../people/own-fields.tsx';
import { chatFieldsQuery } from '../../../queries/own-fields.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { changedOf } from '../../../ui/form/values.ts';
import { showConversation } from '../use-live-inbox.ts';
import { Part } from './part.tsx';

/** The own fields of the chat. Absent while the account has none. */
export function FieldsPart({ conversation }: { conversation: Schema<'Conversation'> }) {
  const t = useTexts('chat.details');
  const own = useQuery(chatFieldsQuery).data ?? [];
  const [isEdited, setEdited] = useState(false);
  if (own.length === 0) return null;
  const { id, fields } = conversation;
  return (
    <Part title={t('fields')}>
      <OwnFieldFacts fields={own} values={fields} />
      <div>
        <Button size="small" onClick={() => setEdited(true)}>
          {t('editFields')}
        </Button>
      </div>
      {isEdited && (
        <FormDialog
          title={t('editFields')}
          initial={{ fields: initialOf(own, fields) }}
          save={(values, before) =>
            call('PATCH /conversations/{id}/fields', {
              id,
              body: { fields: changedOf(values.fields, before.fields) },
            })
          }
          onSaved={(answer) => {
            showConversation(answer);
            setEdited(false);
          }}
          onClose={() => setEdited(false)}
        >
          <OwnFieldInputs fields={own} />
        </FormDialog>
      )}
    </Part>
  );
}
