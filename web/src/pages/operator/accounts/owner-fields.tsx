import { useTexts } from '../../../texts/texts.ts';
import { useField } from '../../../ui/form/facts.ts';
import { TextField } from '../../../ui/form/fields.tsx';

interface Props {
  /** Before the names of the fields. */
  prefix?: string;
  /** Both or none of the fields. */
  optional?: boolean;
}

/** Who gets the link of an owner. */
export function OwnerFields({ prefix = '', optional = false }: Props) {
  const t = useTexts('operator.accounts');
  const name = useField<string>(`${prefix}name`).value.trim();
  const email = useField<string>(`${prefix}email`).value.trim();
  const required = !optional || name !== '' || email !== '';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name={`${prefix}name`} label={t('ownerName')} required={required} />
      <TextField name={`${prefix}email`} type="email" label={t('ownerEmail')} required={required} />
    </div>
  );
}
