import { useTexts } from '../../../../texts/texts.ts';
import { useField } from '../../../../ui/form/facts.ts';
import { AreaField, SelectField, TextField } from '../../../../ui/form/fields.tsx';
import { type Draft, newDraft } from '../draft.ts';
import type { RuleKind } from '../rule.ts';

const KINDS = ['keyword', 'greeting', 'away'] as const;
const MATCHES = ['word', 'exact', 'starts', 'ends', 'contains', 'fuzzy', 'regex', 'any'] as const;

interface Props {
  isNew: boolean;
  kind: RuleKind;
  match: Draft['match'];
}

/** When the rule answers. */
export function TriggerFields({ isNew, kind, match }: Props) {
  const t = useTexts('rules.editor');
  const hours = useField<Draft['hours']>('hours');
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="kind"
          label={t('kind')}
          disabled={!isNew}
          options={KINDS.map((each) => [each, t(`kind_${each}`)])}
          also={(chosen) => hours.setValue(newDraft(chosen as RuleKind).hours)} // of the options
        />
        <TextField name="name" label={t('name')} hint={t('nameHint')} />
      </div>
      {kind === 'keyword' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="match"
            label={t('match')}
            options={MATCHES.map((each) => [each, t(`match_${each}`)])}
          />
          {match !== 'any' && (
            <AreaField
              name="patterns"
              label={t('patterns')}
              hint={t('patternsHint')}
              dir="auto"
              rows={3}
              placeholder={'harga\nprice list'}
            />
          )}
        </div>
      )}
    </>
  );
}
