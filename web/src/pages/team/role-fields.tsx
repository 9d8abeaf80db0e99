import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/schemas.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { Checks } from '../../ui/checks.tsx';
import { useField } from '../../ui/form/facts.ts';
import { SelectField } from '../../ui/form/fields.tsx';
import { Loaded } from '../../ui/states.tsx';
import { widgetNamesQuery } from './queries.ts';

type Role = Schema<'User'>['role'];

interface Rights {
  role: Role;
  /** Of an agent: devices, and widgets for their live chats. */
  device_uuids: string[];
}

export const NEW_RIGHTS: Rights = { role: 'agent', device_uuids: [] };

/** The role, and for agents the devices whose conversations they see. */
export function RoleFields() {
  const t = useTexts('team.page');
  const { value: role } = useField<Role>('role');
  const roles: readonly Role[] = useMay('owner') ? ['agent', 'admin', 'owner'] : ['agent', 'admin'];
  return (
    <>
      <SelectField
        name="role"
        label={t('role')}
        hint={t(`${role}May`)}
        options={roles.map((each) => [each, t(each)])}
      />
      {role === 'agent' && <Places />}
    </>
  );
}

function Places() {
  const t = useTexts('team.page');
  const { value, setValue, problem } = useField<readonly string[]>('device_uuids');
  const devices = useQuery(devicesQuery);
  const widgets = useQuery(widgetNamesQuery);
  return (
    <Loaded query={devices}>
      {({ data }) => {
        const items = [
          ...data.map(({ device_uuid: id, label, phone_number: hint }) => ({ id, label, hint })),
          ...(widgets.data ?? []).map(({ id, name }) => ({ id, label: name, hint: t('widget') })),
        ];
        return (
          <Checks
            legend={t('seesDevices')}
            none={t('noDevices')}
            className="max-h-56 overflow-y-auto"
            {...{ items, chosen: value, onChange: setValue, problem }}
          />
        );
      }}
    </Loaded>
  );
}

/** Only agents have devices: others see all. */
export const bodyOfRights = ({ role, device_uuids }: Rights) => ({
  role,
  ...(role === 'agent' && { device_uuids }),
});
