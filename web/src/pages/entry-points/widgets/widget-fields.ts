import type { Schema } from '../../../api/schemas.ts';
import type { Widget } from '../queries.ts';

/** The form of a widget, as its controls hold it. */
export interface WidgetFields {
  name: string;
  device: string;
  mode: Widget['mode'];
  origins: string;
  greeting: string;
  text: string;
  color: string;
  theme: Widget['theme'];
  /** Empty: as the browser of the visitor prefers. */
  language: '' | 'en' | 'id';
  enabled: boolean;
  identity: boolean;
}

export const NEW_WIDGET: WidgetFields = {
  name: '',
  device: '',
  mode: 'chat',
  origins: '',
  greeting: '',
  text: '',
  color: '#0b7a5b',
  theme: 'auto',
  language: '',
  enabled: true,
  identity: false,
};

export function fieldsOf(widget: Widget): WidgetFields {
  const { name, mode, greeting, text, color, theme, enabled } = widget;
  return {
    ...{ name, mode, greeting, text, color, theme, enabled },
    device: widget.device_uuid,
    origins: widget.allowed_origins.join('\n'),
    language: widget.language ?? '',
    identity: widget.identity_required,
  };
}

/** The body of the call that creates or changes the widget. */
export function bodyOf(fields: WidgetFields): Schema<'CreateWidget'> {
  const { name, mode, greeting, text, color, theme, enabled } = fields;
  return {
    ...{ name, mode, greeting, text, color, theme, enabled },
    device_uuid: fields.device,
    allowed_origins: fields.origins
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(completed),
    language: fields.language || null,
    identity_required: fields.identity,
  };
}

/** People write the name of their site alone. Pages of one machine have no certificate. */
const completed = (origin: string) => {
  if (origin.includes('://')) return origin;
  return `${/^(localhost|127\.)/.test(origin) ? 'http' : 'https'}://${origin}`;
};
