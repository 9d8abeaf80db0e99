import { GraphError } from '../api/graph-error.ts';
import type { Json } from '../json.ts';
import { readName, requiredList, requiredObject, requiredText, WRONG } from './parameters.ts';

const MAX_PRODUCTS = 30;

const ACTION = "interactive['action']";

/** Checks the action of one product. Throws GraphError. */
export function readProduct(action: Json): void {
  requiredText(action, 'catalog_id', `${ACTION}['catalog_id']`, { code: WRONG });
  requiredText(action, 'product_retailer_id', `${ACTION}['product_retailer_id']`, { max: 100, code: WRONG });
}

/** Checks the action of a list of products. Throws GraphError. */
export function readProducts(action: Json): void {
  requiredText(action, 'catalog_id', `${ACTION}['catalog_id']`, { code: WRONG });
  const path = `${ACTION}['sections']`;
  const sections = requiredList(action, 'sections', path, { max: 10 });
  const ids = sections.flatMap((section, index) => {
    const at = `${path}[${index}]`;
    if (sections.length > 1 || section.title !== undefined)
      requiredText(section, 'title', `${at}['title']`, { max: 24, code: WRONG });
    return requiredList(section, 'product_items', `${at}['product_items']`, {
      max: Number.POSITIVE_INFINITY,
    }).map((item, place) =>
      requiredText(item, 'product_retailer_id', `${at}['product_items'][${place}]['product_retailer_id']`, {
        max: 100,
        code: WRONG,
      }),
    );
  });
  if (ids.length > MAX_PRODUCTS)
    throw new GraphError(WRONG, { details: `Total product count exceed max allowed count: ${MAX_PRODUCTS}` });
}

/** Checks the action of a whole catalogue. Throws GraphError. */
export function readCatalogue(action: Json): void {
  readName('catalog_message')(action);
  const path = `${ACTION}['parameters']`;
  const parameters = requiredObject(action, 'parameters', path);
  requiredText(parameters, 'thumbnail_product_retailer_id', `${path}['thumbnail_product_retailer_id']`, {
    max: 100,
    code: WRONG,
  });
}
