import { useTexts } from '../../../../texts/texts.ts';
import { Field, fieldProblem, Input, Select, TextArea } from '../../../../ui/field.tsx';
import { newDraft } from '../draft.ts';
import type { Part } from './part.ts';

const KINDS = ['keyword', 'greeting', 'away'] as const;
const MATCHES = ['word', 'exact', 'starts', 'ends', 'contains', 'fuzzy', 'regex', 'any'] as const;
const MAX_NAME = 100;

/** When the rule answers. */
export function TriggerFields({ draft, problem, set }: Part) {
  const t = useTexts('rules.editor');
  const { id, kind, name } = draft;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('kind')} problem={fieldProblem(problem, 'kind')}>
          {(field) => (
            <Select
              {...field}
              value={kind}
              disabled={id !== null}
              onChange={({ target }) => {
                const chosen = KINDS.find((each) => each === target.value) ?? 'keyword';
                set({ kind: chosen, hours: newDraft(chosen).hours });
              }}
            >
              {KINDS.map((each) => (
                <option key={each} value={each}>
                  {t(`kind_${each}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('name')} hint={t('nameHint')} problem={fieldProblem(problem, 'name')}>
          {(field) => (
            <Input
              {...field}
              required
              maxLength={MAX_NAME}
              value={name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
      </div>
      {kind === 'keyword' && <Words draft={draft} problem={problem} set={set} />}
    </>
  );
}

function Words({ draft: { match, patterns }, problem, set }: Part) {
  const t = useTexts('rules.editor');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('match')} problem={fieldProblem(problem, 'match')}>
        {(field) => (
          <Select
            {...field}
            value={match}
            onChange={({ target }) => set({ match: MATCHES.find((each) => each === target.value) ?? 'word' })}
          >
            {MATCHES.map((each) => (
              <option key={each} value={each}>
                {t(`match_${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {match !== 'any' && (
        <Field label={t('patterns')} hint={t('patternsHint')} problem={fieldProblem(problem, 'patterns')}>
          {(field) => (
            <TextArea
              {...field}
              dir="auto"
              rows={3}
              placeholder={'harga\nprice list'}
              value={patterns}
              onChange={(event) => set({ patterns: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
