import { useQuery } from '@tanstack/react-query';
import type { Problem } from '../../api/problem.ts';
import type { Schema } from '../../api/schemas.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { Checkbox, Field, fieldProblem, Select } from '../../ui/field.tsx';
import { Loaded } from '../../ui/states.tsx';
import { widgetNamesQuery } from './queries.ts';

type Role = Schema<'User'>['role'];

export interface Rights {
  role: Role;
  /** Of an agent: devices, and widgets for their live chats. */
  device_uuids: readonly string[];
}

interface Props {
  rights: Rights;
  onChange: (rights: Rights) => void;
  problem: Problem | null;
}

/** The role, and for agents the devices whose conversations they see. */
export function RoleFields({ rights, onChange, problem }: Props) {
  const t = useTexts('team.page');
  const roles: readonly Role[] = useMay('owner') ? ['agent', 'admin', 'owner'] : ['agent', 'admin'];
  const choose = (value: string) =>
    onChange({ ...rights, role: roles.find((role) => role === value) ?? rights.role });
  return (
    <>
      <Field label={t('role')} hint={t(`${rights.role}May`)} problem={fieldProblem(problem, 'role')}>
        {(control) => (
          <Select {...control} value={rights.role} onChange={(event) => choose(event.target.value)}>
            {roles.map((role) => (
              <option key={role} value={role}>
                {t(role)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {rights.role === 'agent' && (
        <Places
          chosen={rights.device_uuids}
          onChange={(device_uuids) => onChange({ ...rights, device_uuids })}
          problem={fieldProblem(problem, 'device_uuids')}
        />
      )}
    </>
  );
}

interface PlacesProps {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  problem: string | undefined;
}

function Places({ chosen, onChange, problem }: PlacesProps) {
  const t = useTexts('team.page');
  const devices = useQuery(devicesQuery);
  const widgets = useQuery(widgetNamesQuery);
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 text-[13px] font-medium">{t('seesDevices')}</legend>
      <Loaded query={devices}>
        {({ data }) => {
          const places = [
            ...data.map(({ device_uuid, label, phone_number }) => ({
              id: device_uuid,
              label,
              hint: phone_number,
            })),
            ...(widgets.data ?? []).map(({ id, name }) => ({ id, label: name, hint: t('widget') })),
          ];
          if (places.length === 0) return <p className="text-soft">{t('noDevices')}</p>;
          return (
            <div className="grid max-h-56 gap-2.5 overflow-y-auto">
              {places.map(({ id, label, hint }) => (
                <Checkbox
                  key={id}
                  label={<bdi>{label}</bdi>}
                  hint={hint}
                  checked={chosen.includes(id)}
                  onChange={() => toggle(id)}
                />
              ))}
            </div>
          );
        }}
      </Loaded>
      {problem && <p className="text-[13px] text-bad">{problem}</p>}
    </fieldset>
  );
}

/** Only agents have devices: others see all. */
export const bodyOfRights = ({ role, device_uuids }: Rights) => ({
  role,
  ...(role === 'agent' && { device_uuids: [...device_uuids] }),
});
