import { useQuery } from '@tanstack/react-query';
import { phoneText } from '../../numbers/phone-text.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { useTexts } from '../../texts/texts.ts';
import { useField } from '../../ui/form/facts.ts';
import { SelectField } from '../../ui/form/fields.tsx';

/** The device whose number customers reach. `usual` is meant until one is chosen; empty: there is no usual one. */
export function DeviceChoice({ usual }: { usual: string }) {
  const t = useTexts('entryPoints.page');
  const { value } = useField<string>('device_uuid');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const named = devices.map(
    ({ device_uuid, label, phone_number }) =>
      [
        device_uuid,
        `${label} · ${phone_number === null ? t('withoutNumber') : phoneText(phone_number)}`,
      ] as const,
  );
  const options = usual === '' ? [['', ''] as const, ...named] : named;
  return (
    <SelectField name="device_uuid" label={t('device')} required value={value || usual} options={options} />
  );
}
