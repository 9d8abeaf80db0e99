import { useNavigate } from '@tanstack/react-router';
import { EllipsisVertical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { notify, notifyProblem } from '../../ui/toast.tsx';
import { TokenDialog } from './official/token-dialog.tsx';
import { PairDialog } from './pairing/pair-dialog.tsx';
import { type Device, releaseDevice, turnGroups } from './queries.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { reconnects, wordOf } from './state.ts';

type Act = 'pair' | 'token' | 'rename' | 'release' | 'ask';

/** What an admin may do with a device. Agents see nothing here. */
export function DeviceActs({ device, small = false }: { device: Device; small?: boolean }) {
  const t = useTexts('devices.page');
  const [act, setAct] = useState<Act | null>(null);
  const mayChange = useMay('admin');
  if (!mayChange) return null;
  const isOfficial = device.engine === 'official_cloud';
  const needsHelp = device.status !== 'connected' || device.reason === 'token_expires_soon';
  const first: Act = isOfficial ? 'token' : reconnects(device) ? 'ask' : 'pair';
  const firstText = isOfficial ? t('token') : device.phone_number === null ? t('pair') : t('pairAgain');
  const size = small ? 'small' : 'normal';
  return (
    <>
      {needsHelp && (
        <Button
          size={size}
          kind={small || first === 'ask' ? 'plain' : 'primary'}
          onClick={() => setAct(first)}
        >
          {firstText}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton small={small} label={t('acts', { label: device.label })} icon={EllipsisVertical} />
        }
      >
        <MenuItem onSelect={() => setAct('rename')}>{t('rename')}</MenuItem>
        {device.groups !== undefined && (
          <MenuItem
            onSelect={() => {
              const groups = device.groups === 'on' ? 'off' : 'on';
              turnGroups(device.device_uuid, { groups }).catch(notifyProblem);
            }}
          >
            {t(device.groups === 'on' ? 'groupsOff' : 'groupsOn')}
          </MenuItem>
        )}
        {device.groups === 'on' && (
          <MenuItem
            onSelect={() => {
              const next = device.group_automation === 'mentioned' ? 'off' : 'mentioned';
              turnGroups(device.device_uuid, { group_automation: next }).catch(notifyProblem);
            }}
          >
            {t(device.group_automation === 'mentioned' ? 'groupAnswersOff' : 'groupAnswersOn')}
          </MenuItem>
        )}
        {isOfficial && !needsHelp && <MenuItem onSelect={() => setAct('token')}>{t('token')}</MenuItem>}
        <MenuItem danger onSelect={() => setAct('release')}>
          {t('release')}
        </MenuItem>
      </Menu>
      <ActDialog device={device} act={act} onAct={setAct} />
    </>
  );
}

interface DialogProps {
  device: Device;
  act: Act | null;
  onAct: (act: Act | null) => void;
}

function ActDialog({ device, act, onAct }: DialogProps): ReactNode {
  const t = useTexts('devices.page');
  const navigate = useNavigate();
  const close = () => onAct(null);
  switch (act) {
    case 'pair':
      return <PairDialog device={device} isNew={device.phone_number === null} onClose={close} />;
    case 'token':
      return <TokenDialog device={device} onClose={close} />;
    case 'rename':
      return <RenameDialog device={device} onClose={close} />;
    case 'ask':
      return (
        <Confirm
          open
          onClose={() => act === 'ask' && close()}
          title={t('pairAnewTitle')}
          lead={t('pairAnewLead')}
          action={t('pairAgain')}
          run={async () => setTimeout(() => onAct('pair'))}
        />
      );
    case 'release':
      return (
        <Confirm
          open
          onClose={close}
          title={t('releaseTitle')}
          lead={t('releaseLead')}
          action={t('releaseAction')}
          word={wordOf(device)}
          run={async () => {
            await releaseDevice(device.device_uuid);
            notify(t('released'));
            await navigate({ to: '/devices' });
          }}
        />
      );
    default:
      return null;
  }
}
