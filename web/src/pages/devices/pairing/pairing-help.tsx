import { useTexts } from '../../../texts/texts.ts';

/** What to check when pairing does not work. `open`: shown without a click. */
export function PairingHelp({ open = false }: { open?: boolean }) {
  const t = useTexts('devices.pairing');
  return (
    <details open={open}>
      <summary className="font-medium text-accent">{t('help')}</summary>
      <ul className="mt-2 grid list-disc gap-2 pl-5 text-soft">
        {(['helpScan', 'helpApp', 'helpPhones', 'helpPasskey'] as const).map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
    </details>
  );
}
