import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Pencil, QrCode, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { PhoneNumber } from '../../../numbers/phone-number.tsx';
import { devicesQuery } from '../../../queries/devices.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx';
import { type Link, linksQuery } from '../queries.ts';
import { Stats } from '../stats.tsx';
import { QrDialog } from './qr-dialog.tsx';

export function LinkRow({ link, onEdit }: { link: Link; onEdit: () => void }) {
  const t = useTexts('entryPoints.page');
  const [open, setOpen] = useState<'qr' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const remove = async () => {
    await call('DELETE /entry-points/{id}', { id: link.id });
    await queryClient.invalidateQueries({ queryKey: linksQuery.queryKey });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-card px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <span className="flex items-center gap-2">
          <span className="truncate font-medium" title={link.name}>
            <bdi>{link.name}</bdi>
          </span>
          <LinkState link={link} />
        </span>
        <span className="flex min-w-0 items-center gap-1 text-[13px] text-soft">
          <span className="truncate" title={link.url}>
            {link.url}
          </span>
          <CopyButton text={link.url} />
        </span>
        <DeviceName uuid={link.device_uuid} />
      </div>
      <Stats kind="entry-points" id={link.id} />
      <div className="flex items-center gap-1">
        <Button size="small" onClick={() => setOpen('qr')} icon={QrCode}>
          {t('qr')}
        </Button>
        <LinkMenu name={link.name} onEdit={onEdit} onDelete={() => setOpen('delete')} />
      </div>
      <QrDialog link={link} open={open === 'qr'} onClose={close} />
      <Confirm
        open={open === 'delete'}
        onClose={close}
        title={t('deleteLink', { name: link.name })}
        lead={t('deleteLinkLead')}
        action={t('delete')}
        run={remove}
      />
    </li>
  );
}

interface MenuProps {
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

function LinkMenu({ name, onEdit, onDelete }: MenuProps) {
  const t = useTexts('entryPoints.page');
  const trigger = <IconButton label={t('actions', { name })} icon={Ellipsis} />;
  return (
    <Menu trigger={trigger}>
      <MenuItem onSelect={onEdit} icon={Pencil}>
        {t('edit')}
      </MenuItem>
      <MenuLine />
      <MenuItem danger onSelect={onDelete} icon={Trash2}>
        {t('delete')}
      </MenuItem>
    </Menu>
  );
}

function LinkState({ link: { enabled, expires_at } }: { link: Link }) {
  const t = useTexts('entryPoints.page');
  if (!enabled) return <Badge>{t('closed')}</Badge>;
  if (expires_at !== null && new Date(expires_at) <= new Date())
    return <Badge tone="warn">{t('expired')}</Badge>;
  return <Badge tone="good">{t('open')}</Badge>;
}

function DeviceName({ uuid }: { uuid: string }) {
  const t = useTexts('entryPoints.page');
  const { data } = useQuery(devicesQuery);
  if (!data) return null;
  const device = data.data.find(({ device_uuid }) => device_uuid === uuid);
  if (!device?.phone_number) return <span className="text-[13px] text-warn">{t('withoutNumber')}</span>;
  return (
    <span className="truncate text-[13px] text-faint">
      <bdi>{device.label}</bdi> · <PhoneNumber number={device.phone_number} />
    </span>
  );
}
