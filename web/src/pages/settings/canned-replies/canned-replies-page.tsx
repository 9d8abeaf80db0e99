import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquareText, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Listed } from '../../../ui/listed.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { Empty } from '../../../ui/states.tsx';
import { SettingsFrame } from '../frame.tsx';
import { CannedReplyDialog } from './canned-reply-dialog.tsx';
import { CANNED_REPLIES, cannedRepliesQuery } from './queries.ts';

type Reply = Schema<'CannedReply'>;

/** Texts that staff writes often. */
export function CannedRepliesPage() {
  const t = useTexts('settings.page');
  const replies = useInfiniteQuery(cannedRepliesQuery);
  const [open, setOpen] = useState<Reply | 'new' | null>(null);
  const create = (
    <Button kind="primary" onClick={() => setOpen('new')} icon={Plus}>
      {t('newReply')}
    </Button>
  );
  return (
    <SettingsFrame actions={create}>
      <p className="max-w-prose text-soft">{t('cannedLead')}</p>
      <Listed
        query={replies}
        none={<Empty icon={<MessageSquareText aria-hidden />} title={t('noReply')} lead={t('noReplyLead')} />}
      >
        {(reply) => <ReplyRow key={reply.id} reply={reply} onChange={() => setOpen(reply)} />}
      </Listed>
      {open !== null && (
        <CannedReplyDialog reply={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </SettingsFrame>
  );
}

function ReplyRow({ reply, onChange }: { reply: Reply; onChange: () => void }) {
  const t = useTexts('settings.page');
  const { id, shortcut, title, body } = reply;
  const remove = async () => {
    await call('DELETE /canned-replies/{id}', { id });
    await queryClient.invalidateQueries({ queryKey: CANNED_REPLIES });
  };
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate" title={title}>
          <code className="mr-2 font-mono text-[13px] text-accent">/{shortcut}</code>
          <bdi className="font-medium">{title}</bdi>
        </p>
        <p className="line-clamp-2 whitespace-pre-line text-soft">
          <bdi>{body}</bdi>
        </p>
      </div>
      <IconButton small label={t('changeNamed', { name: title })} onClick={onChange} icon={Pencil} />
      <RemoveButton
        label={t('removeNamed', { name: title })}
        title={t('removeReply', { name: title })}
        lead={t('removeReplyLead')}
        action={t('remove')}
        run={remove}
      />
    </li>
  );
}
