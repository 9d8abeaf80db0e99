import { CreateWidget } from '../../../api/limits.ts';
import type { Schema } from '../../../api/schemas.ts';
import { valuesOf } from '../../../ui/form/values.ts';
import type { Widget } from '../queries.ts';

/** The form of a widget: its body, with one site in a line. */
export type WidgetFields = Omit<Required<Schema<'CreateWidget'>>, 'allowed_origins'> & {
  allowed_origins: string;
};

export const NEW_WIDGET: WidgetFields = {
  name: '',
  mode: 'chat',
  device_uuid: '',
  allowed_origins: '',
  greeting: CreateWidget.greeting.default,
  text: CreateWidget.text.default,
  color: CreateWidget.color.default,
  theme: CreateWidget.theme.default,
  language: CreateWidget.language.default,
  enabled: CreateWidget.enabled.default,
  identity_required: CreateWidget.identity_required.default,
};

export function fieldsOf({ allowed_origins, ...widget }: Widget): WidgetFields {
  return valuesOf(NEW_WIDGET, { ...widget, allowed_origins: allowed_origins.join('\n') });
}

/** The body of the call that creates or changes the widget. `usual`: the device, if none is chosen. */
export function bodyOf(fields: WidgetFields, usual: string): Schema<'CreateWidget'> {
  return {
    ...fields,
    device_uuid: fields.device_uuid || usual,
    allowed_origins: fields.allowed_origins
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(completed),
  };
}

/** People write the name of their site alone. Pages of one machine have no certificate. */
const completed = (origin: string) => {
  if (origin.includes('://')) return origin;
  return `${/^(localhost|127\.)/.test(origin) ? 'http' : 'https'}://${origin}`;
};
