import type { OutboundTemplate, TemplateValue } from '../../engine.ts';

export function templateOf({ name, language, variables }: OutboundTemplate): object {
  const components = [...textParts(variables), ...buttonParts(variables)];
  return {
    type: 'template',
    template: {
      name,
      language: { policy: 'deterministic', code: language },
      ...(components.length > 0 && { components }),
    },
  };
}

function textParts(variables: readonly TemplateValue[]): object[] {
  return (['header', 'body'] as const).flatMap((type) => {
    const parameters = variables.filter(({ part }) => part === type).map(parameterOf);
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

function parameterOf(variable: TemplateValue): object {
  const { kind, value } = variable;
  switch (kind) {
    case 'text': {
      const name = variable.name === undefined ? {} : { parameter_name: variable.name };
      return { type: kind, ...name, text: value };
    }
    case 'image':
    case 'video':
    case 'document':
      return { type: kind, [kind]: { link: value } };
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

/** The default of the provider. */
const NO_TOKEN = 'unused';

const actionOf = (action: object) => ({ type: 'action', action });
