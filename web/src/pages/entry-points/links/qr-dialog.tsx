import { useMutation } from '@tanstack/react-query';
import { Download, ImagePlus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { gatewayPath } from '../../../place.ts';
import { AddressWarning } from '../../../session/address-warning.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { readBase64 } from '../../../ui/read-base64.ts';
import { type Link, linksQuery } from '../queries.ts';

interface Props {
  link: Link;
  open: boolean;
  onClose: () => void;
}

/** The QR code of a link: to look at, to download in sizes for print, and with a logo. */
export function QrDialog({ link, open, onClose }: Props) {
  const t = useTexts('entryPoints.page');
  const image = (end: string) => gatewayPath(`/app/api/entry-points/${link.id}/${end}`);
  const downloads = [
    ['forPrint', 'qr.png?size=1181', 'png'],
    ['forPoster', 'qr.png?size=4096', 'png'],
    ['vector', 'qr.svg', 'svg'],
  ] as const;
  return (
    <Dialog open={open} onClose={onClose} width="small" title={t('qr')} lead={t('qrLead')}>
      <img
        // A changed logo or address is another picture.
        src={image(`qr.svg?shown=${encodeURIComponent(link.updated_at)}`)}
        alt={t('qrImage', { name: link.name })}
        className="mx-auto aspect-square w-60 rounded-lg bg-white p-2"
      />
      <p className="text-center font-mono text-[13px] break-all select-all">{link.url}</p>
      <AddressWarning />
      <div className="grid gap-2">
        {downloads.map(([text, end, type]) => (
          <Button key={text} asChild className="justify-start">
            <a href={image(end)} download={`qr-${link.slug}.${type}`}>
              <Download aria-hidden />
              {t(text)}
            </a>
          </Button>
        ))}
      </div>
      <LogoButtons link={link} />
    </Dialog>
  );
}

function LogoButtons({ link }: { link: Link }) {
  const t = useTexts('entryPoints.page');
  const input = useRef<HTMLInputElement>(null);
  const change = useMutation({
    mutationFn: async (file: File | null) =>
      file === null
        ? call('DELETE /entry-points/{id}/logo', { id: link.id })
        : call('PUT /entry-points/{id}/logo', { id: link.id, body: { picture: await readBase64(file) } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: linksQuery.queryKey }),
  });
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap gap-2">
        <Button busy={change.isPending} onClick={() => input.current?.click()} icon={ImagePlus}>
          {link.has_logo ? t('changeLogo') : t('addLogo')}
        </Button>
        {link.has_logo && (
          <Button kind="quiet" onClick={() => change.mutate(null)} icon={Trash2}>
            {t('removeLogo')}
          </Button>
        )}
      </div>
      <p className="text-[13px] text-faint">{t('logoHint')}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={t('addLogo')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) change.mutate(file);
        }}
      />
      <ProblemLine problem={change.error} />
    </div>
  );
}
