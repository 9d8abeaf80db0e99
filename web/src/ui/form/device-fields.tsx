import { useQuery } from '@tanstack/react-query';
import { devicesQuery } from '../../queries/devices.ts';
import { Checks } from '../checks.tsx';
import { useField } from './facts.ts';

interface Props {
  name: string;
  label: string;
  hint?: string;
}

/** Some of the devices. None chosen is null: all. Absent as long as there are none. */
export function DevicesField({ name, label, hint }: Props) {
  const { value, setValue, problem } = useField<readonly string[] | null>(name);
  const devices = useQuery(devicesQuery).data?.data ?? [];
  if (devices.length === 0) return null;
  return (
    <Checks
      {...{ legend: label, hint, problem }}
      className="max-h-40 overflow-y-auto"
      items={devices.map(({ device_uuid: id, label, phone_number: hint }) => ({ id, label, hint }))}
      chosen={value ?? []}
      onChange={(chosen) => setValue(chosen.length === 0 ? null : chosen)}
    />
  );
}
