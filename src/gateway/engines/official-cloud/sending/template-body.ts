import { isMediaType, type MediaType } from '../../../../platform/lib/media/formats.ts';
import { uploadIn } from '../../../../platform/lib/media/upload-url.ts';
import type { OutboundTemplate, TemplateValue } from '../../engine.ts';

/** As the provider knows it. */
interface HeaderFile {
  filename?: string | undefined;
}

/** The uploaded file of the header. Null: it has none, or a link. */
export function headerFileOf({ variables }: OutboundTemplate): { type: MediaType; mediaUrl: string } | null {
  for (const { kind, value } of variables)
    if (isMediaType(kind) && uploadIn(value) !== null) return { type: kind, mediaUrl: value };
  return null;
}

/** `file`: an uploaded one of the header. */
export function templateOf({ name, language, variables }: OutboundTemplate, file: HeaderFile | null): object {
  const components = [...textParts(variables, file), ...buttonParts(variables)];
  return {
    type: 'template',
    template: {
      name,
      language: { policy: 'deterministic', code: language },
      ...(components.length > 0 && { components }),
    },
  };
}

function textParts(variables: readonly TemplateValue[], file: HeaderFile | null): object[] {
  return (['header', 'body'] as const).flatMap((type) => {
    const parameters = variables.filter(({ part }) => part === type).map((value) => parameterOf(value, file));
    return parameters.length > 0 ? [{ type, parameters }] : [];
  });
}

function buttonParts(variables: readonly TemplateValue[]): object[] {
  return variables.flatMap((variable) => {
    if (variable.part !== 'button') return [];
    const { kind: sub_type, index, value } = variable;
    // A catalogue then shows its first product.
    const isDefault = sub_type === 'catalog' && value === '';
    const given = isDefault ? {} : { parameters: [parameterOf(variable)] };
    return [{ type: 'button', sub_type, index: String(index), ...given }];
  });
}

function parameterOf(variable: TemplateValue, file: HeaderFile | null = null): object {
  const { kind, value } = variable;
  switch (kind) {
    case 'text': {
      const name = variable.name === undefined ? {} : { parameter_name: variable.name };
      return { type: kind, ...name, text: value };
    }
    case 'image':
    case 'video':
    case 'document':
      return { type: kind, [kind]: file ? uploaded(kind, file) : { link: value } };
    case 'url':
      return { type: 'text', text: value };
    case 'copy_code':
      return { type: 'coupon_code', coupon_code: value };
    case 'flow':
      return actionOf({ flow_token: value || NO_TOKEN });
    case 'catalog':
      return actionOf({ thumbnail_product_retailer_id: value });
    case 'mpm': {
      const products = value.split(',').map((id) => id.trim());
      const items = products.map((product_retailer_id) => ({ product_retailer_id }));
      const sections = [{ title: variable.title, product_items: items }];
      return actionOf({ thumbnail_product_retailer_id: products[0], sections });
    }
    default:
      return kind satisfies never;
  }
}

/** Documents have a name. */
function uploaded(kind: MediaType, { filename, ...source }: HeaderFile): object {
  return { ...source, ...(kind === 'document' && filename !== undefined && { filename }) };
}

/** The default of the provider. */
const NO_TOKEN = 'unused';

const actionOf = (action: object) => ({ type: 'action', action });
