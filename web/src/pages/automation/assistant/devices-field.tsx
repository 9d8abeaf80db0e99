import { useQuery } from '@tanstack/react-query';
import { devicesQuery } from '../../../queries/devices.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { widgetsQuery } from './queries.ts';
import { assistantTexts } from './texts.ts';

interface Props {
  /** Null: all. */
  value: readonly string[] | null;
  onValue: (uuids: string[] | null) => void;
  problem?: string | undefined;
}

/** All devices and web chats, or some of them. */
export function DevicesField({ value, onValue, problem }: Props) {
  const t = useTexts(assistantTexts);
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const widgets = useQuery(widgetsQuery).data?.data ?? [];
  const places = [
    ...devices.map(({ device_uuid: id, label, phone_number }) => ({
      id,
      name: phone_number === null ? label : `${label} · ${phone_number}`,
    })),
    ...widgets
      .filter(({ mode }) => mode === 'chat')
      .map(({ id, name }) => ({ id, name: t('webChat', { name }) })),
  ];
  const others = (value ?? []).filter((id) => !places.some((place) => place.id === id));
  const toggle = (id: string, isOn: boolean) =>
    onValue(isOn ? [...(value ?? []), id] : (value ?? []).filter((each) => each !== id));
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1.5 text-[13px] font-medium">{t('devices')}</legend>
      <Checkbox
        label={t('allDevices')}
        checked={value === null}
        onChange={({ target }) => onValue(target.checked ? null : places.map(({ id }) => id))}
      />
      {value !== null && (
        <div className="grid max-h-60 gap-2 overflow-y-auto pl-6">
          {places.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={<bdi className="wrap-anywhere">{name}</bdi>}
              checked={value.includes(id)}
              onChange={({ target }) => toggle(id, target.checked)}
            />
          ))}
          {others.length > 0 && (
            <p className="text-[13px] text-faint">{t('otherDevices', { count: others.length })}</p>
          )}
        </div>
      )}
      {problem && <p className="text-[13px] text-bad">{problem}</p>}
    </fieldset>
  );
}
