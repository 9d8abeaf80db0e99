import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { call } from '../../../../api/call.ts';
import { CreateFlow } from '../../../../api/limits.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { useField } from '../../../../ui/form/facts.ts';
import { TextField } from '../../../../ui/form/fields.tsx';
import { FormDialog } from '../../../../ui/form/form.tsx';
import { FLOWS } from '../queries.ts';
import { STARTING_FLOWS, type StartingFlow, startingFlow } from './starting-flows.ts';

/** `name` is null until one is typed: that of the kind. */
const NEW = { kind: 'menu' as StartingFlow, name: null as string | null };

/** A new flow: empty, or one that works already. */
export function NewFlowDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('flows.list');
  const navigate = useNavigate();
  const nameOf = ({ kind, name }: typeof NEW) => name ?? t(`start_${kind}`);
  return (
    <FormDialog
      title={t('newTitle')}
      lead={t('newLead')}
      firm
      limits={CreateFlow}
      initial={NEW}
      save={(fields) => {
        const definition = { ...startingFlow(fields.kind, t) };
        return call('POST /flows', { body: { name: nameOf(fields), definition } });
      }}
      onSaved={({ id }) =>
        navigate({ to: '/automation/flows/$flowId', params: { flowId: id }, ignoreBlocker: true })
      }
      changes={[...FLOWS, 'all']}
      action={t('create')}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <KindField />
          <TextField name="name" label={t('nameField')} hint={t('nameHint')} value={nameOf(fields)} />
        </>
      )}
    </FormDialog>
  );
}

function KindField() {
  const t = useTexts('flows.list');
  const id = useId();
  const { value, setValue } = useField<StartingFlow>('kind');
  return (
    <div role="radiogroup" aria-label={t('newLead')} className="grid gap-2">
      {STARTING_FLOWS.map((each) => (
        <label
          key={each}
          htmlFor={`${id}-${each}`}
          className="flex items-start gap-2.5 rounded-md border border-line p-3 hover:bg-hover
            has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            id={`${id}-${each}`}
            type="radio"
            name="kind"
            className="mt-0.5 size-4 accent-accent"
            checked={value === each}
            onChange={() => setValue(each)}
          />
          <span className="grid gap-0.5">
            <span className="font-medium">{t(`start_${each}`)}</span>
            <span className="text-[13px] text-soft">{t(`start_${each}Lead`)}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
