import type { Schema } from '../api/schemas.ts';
import { useTexts } from '../texts/texts.ts';
import { Checkbox, Input } from '../ui/field.tsx';

export type Quiet = Schema<'QuietHours'>['quiet_hours'];

interface Props {
  quiet: Quiet;
  onQuiet: (quiet: Quiet) => void;
  /** Default: that of broadcasts. */
  hint?: string;
}

/** Default: the night. */
const NIGHT = { from: '21:00', to: '08:00' };

/** When nothing is sent. */
export function QuietFields({ quiet, onQuiet, hint }: Props) {
  const t = useTexts('shared.quiet');
  const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <fieldset className="grid gap-3">
      <Checkbox
        label={t('quietHours')}
        hint={hint ?? t('quietHint')}
        checked={quiet !== null}
        onChange={({ target }) => onQuiet(target.checked ? { ...NIGHT, timezone } : null)}
      />
      {quiet && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Input
            label={t('quietFrom')}
            hint={quiet.timezone}
            type="time"
            required
            value={quiet.from}
            onChange={({ target }) => onQuiet({ ...quiet, from: target.value })}
          />
          <Input
            label={t('quietTo')}
            type="time"
            required
            {...(quiet.from === quiet.to && { problem: t('quietSame') })}
            value={quiet.to}
            onChange={({ target }) => onQuiet({ ...quiet, to: target.value })}
          />
        </div>
      )}
    </fieldset>
  );
}
