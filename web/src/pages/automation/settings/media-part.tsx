import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { Field, fieldProblem, Select, TextArea } from '../../../ui/field.tsx';
import type { PartProps } from './draft.ts';
import { MAX_TEXT } from './limits.ts';

const ACTIONS = ['hand_off', 'reply', 'ignore'] as const;

/** What follows a message without words. */
export function MediaPart({ draft: { media }, problem, set }: PartProps) {
  const t = useTexts('automation.settings');
  const change = (part: Partial<typeof media>) => set({ media: { ...media, ...part } });
  const isReplied = media.action === 'reply' || media.sticker_action === 'reply';
  return (
    <Section title={t('media')} lead={t('mediaLead')}>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {(['action', 'sticker_action'] as const).map((name) => (
          <Field key={name} label={t(name)} problem={fieldProblem(problem, `media.${name}`)}>
            {(control) => (
              <Select
                {...control}
                value={media[name]}
                onChange={({ target }) =>
                  change({ [name]: ACTIONS.find((action) => action === target.value) ?? media[name] })
                }
              >
                {ACTIONS.map((action) => (
                  <option key={action} value={action}>
                    {t(`action_${action}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
        {isReplied && (
          <Field
            label={t('mediaText')}
            className="sm:col-span-2"
            problem={fieldProblem(problem, 'media.text')}
          >
            {(control) => (
              <TextArea
                {...control}
                dir="auto"
                required
                rows={3}
                maxLength={MAX_TEXT}
                placeholder={t('mediaTextExample')}
                value={media.text ?? ''}
                onChange={({ target }) => change({ text: target.value === '' ? null : target.value })}
              />
            )}
          </Field>
        )}
      </div>
    </Section>
  );
}
