import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { useField } from '../../../ui/form/facts.ts';
import { AreaField, SelectField } from '../../../ui/form/fields.tsx';

const ACTIONS = ['hand_off', 'reply', 'ignore'] as const;
const KINDS = ['action', 'sticker_action'] as const;

/** What follows a message without words. */
export function MediaPart() {
  const t = useTexts('automation.settings');
  const [media, sticker] = [useField('media.action'), useField('media.sticker_action')];
  const isReplied = media.value === 'reply' || sticker.value === 'reply';
  return (
    <Section title={t('media')} lead={t('mediaLead')}>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {KINDS.map((name) => (
          <SelectField
            key={name}
            name={`media.${name}`}
            label={t(name)}
            options={ACTIONS.map((action) => [action, t(`action_${action}`)])}
          />
        ))}
        {isReplied && (
          <div className="sm:col-span-2">
            <AreaField
              name="media.text"
              label={t('mediaText')}
              dir="auto"
              required
              rows={3}
              placeholder={t('mediaTextExample')}
            />
          </div>
        )}
      </div>
    </Section>
  );
}
