import { useQuery } from '@tanstack/react-query';
import {
  Camera,
  FileText,
  Image,
  LayoutTemplate,
  Link,
  MessageSquareText,
  NotebookPen,
  Plus,
  Reply as ReplyIcon,
  Sparkles,
} from 'lucide-react';
import { useRef, useState } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { chooseFiles } from '../../../files/choose-files.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import type { DraftKind } from './drafts.ts';
import { MediaDialog } from './media-dialog.tsx';
import type { Reply } from './outbox.ts';
import { TemplateDialog } from './template-picker.tsx';

interface Props {
  conversation: Schema<'Conversation'>;
  kind: DraftKind;
  onKind: (kind: DraftKind) => void;
  onCanned: () => void;
  onSuggest: () => void;
  onReply: (reply: Reply) => void;
  onFiles: (files: readonly File[]) => void;
}

/** All that a message can have besides text. On phones it is the one button beside the field. */
export function AddMenu({ conversation, kind, onKind, onCanned, onSuggest, onReply, onFiles }: Props) {
  const t = useTexts('chat.composer');
  const [opened, open] = useState<'address' | 'template' | null>(null);
  const next = useRef<(() => void) | null>(null);
  const { device_uuid } = conversation;
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const isOfficial = devices.some((each) => each.device_uuid === device_uuid && each.engine !== 'economy');
  const other = kind === 'reply' ? 'note' : 'reply';
  const close = () => open(null);
  /** The menu gives the focus back when it closes. */
  const later = (act: () => void) => () => {
    next.current = act;
  };
  const onCloseAutoFocus = (event: Event) => {
    if (!next.current) return;
    event.preventDefault();
    next.current();
    next.current = null;
  };
  const trigger = <IconButton className="sm:size-7" label={t('add')} icon={Plus} />;
  return (
    <>
      <Menu align="start" trigger={trigger} onCloseAutoFocus={onCloseAutoFocus}>
        {kind === 'reply' && (
          <>
            <FileItems onFiles={onFiles} />
            <MenuItem onSelect={later(onCanned)} icon={MessageSquareText}>
              {t('canned')}
            </MenuItem>
            <MenuItem onSelect={later(onSuggest)} icon={Sparkles}>
              {t('suggest')}
            </MenuItem>
            {isOfficial && (
              <MenuItem onSelect={() => open('template')} icon={LayoutTemplate}>
                {t('template')}
              </MenuItem>
            )}
            <MenuItem onSelect={() => open('address')} icon={Link}>
              {t('media')}
            </MenuItem>
          </>
        )}
        <MenuItem
          className="roomy:hidden"
          onSelect={later(() => onKind(other))}
          icon={other === 'note' ? NotebookPen : ReplyIcon}
        >
          {t(other === 'note' ? 'keyNote' : 'keyReply')}
        </MenuItem>
      </Menu>
      {opened === 'address' && <MediaDialog onClose={close} onSend={onReply} />}
      {opened === 'template' && device_uuid !== null && (
        <TemplateDialog deviceUuid={device_uuid} onClose={close} onSend={onReply} />
      )}
    </>
  );
}

/** A phone has a camera to point, and asks for pictures in its own gallery. */
function FileItems({ onFiles }: Pick<Props, 'onFiles'>) {
  const t = useTexts('chat.files');
  const isPhone = matchMedia('(pointer: coarse)').matches;
  const pictures = { accept: 'image/*,video/*' };
  return (
    <>
      <MenuItem onSelect={() => chooseFiles(pictures, onFiles)} icon={Image}>
        {t('pictures')}
      </MenuItem>
      {isPhone && (
        <MenuItem onSelect={() => chooseFiles({ accept: 'image/*', camera: true }, onFiles)} icon={Camera}>
          {t('camera')}
        </MenuItem>
      )}
      <MenuItem onSelect={() => chooseFiles({}, onFiles)} icon={FileText}>
        {t('document')}
      </MenuItem>
    </>
  );
}
