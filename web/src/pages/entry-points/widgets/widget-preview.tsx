import { useCallback, useEffect, useRef } from 'react';
import { gatewayPath } from '../../../place.ts';
import { language } from '../../../texts/language.ts';
import { useTexts } from '../../../texts/texts.ts';
import type { WidgetFields } from './widget-fields.ts';

/** The frame of the widget with the fields of the form, before they are saved. Nothing in it can be pressed. */
export function WidgetPreview({ id, fields }: { id: string; fields: WidgetFields }) {
  const t = useTexts('entryPoints.page');
  const frame = useRef<HTMLIFrameElement>(null);
  const { mode, name, greeting, color, theme } = fields;
  const shown = fields.language || language();
  const tell = useCallback(() => {
    const preview = { mode, name, greeting, color, theme };
    frame.current?.contentWindow?.postMessage({ kurir: 'preview', preview }, location.origin);
  }, [mode, name, greeting, color, theme]);
  useEffect(() => {
    tell();
    const listen = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && Object(data).kurir === 'preview-ready') tell();
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [tell]);
  return (
    <figure className="grid gap-2 lg:sticky lg:top-4">
      <figcaption className="text-[13px] font-medium">{t('preview')}</figcaption>
      <iframe
        key={shown}
        ref={frame}
        title={t('preview')}
        src={gatewayPath(`/w/${id}?preview=1&language=${shown}`)}
        className="h-130 w-full rounded-xl border border-line shadow-sm"
      />
    </figure>
  );
}
