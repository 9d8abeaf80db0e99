import { useTexts } from '../../texts/texts.ts';
import { TextField } from '../../ui/form/fields.tsx';

/** The label of a device. */
export function LabelField() {
  const t = useTexts('devices.page');
  return <TextField name="label" label={t('label')} hint={t('labelHint')} placeholder={t('labelExample')} />;
}
