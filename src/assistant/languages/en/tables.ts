import type { TableWords } from '../language.ts';

export const tables: TableWords = {
  columns: {
    hidden: 'cost, supplier, margin, profit',
    key: 'sku, code, item code, product code, barcode',
    aliases: 'alias, aliases, synonyms, also known as, keywords',
    price: 'price, prices, rate, fee',
    stock: 'stock, qty, quantity, availability',
    unit: 'unit, uom',
    name: 'product, item, name, menu, service',
    variant: 'variant, size, color, colour, flavor, flavour',
  },
  price: 'price prices pricing pricelist cost costs fee rate much',
  stock: 'stock available availability many',
  unit: 'unit units',
  perhapsPrice: '',
  perhapsStock: 'have sell got carry',
  fillers:
    'hi hello hey the a an of is are do does you i me we can could would like to know want what tell for in ' +
    'on your any there and or it this that still now right please thanks thank how check let buy good ' +
    'morning afternoon evening am be',
  softFillers:
    'item items product products list all type model brand variant size color colour flavor flavour menu one',
  connecting: 'about then instead one ones',
  buying: 'buy want need',
  not: 'not',
  colours: 'pink red blue green yellow black white grey gray brown purple orange cream beige gold silver',
  sizes: 'xs s m l xl xxl xxxl 2xl 3xl 4xl 5xl mini small medium large regular',
  saidOfGoods:
    'cheap cheaper cheapest expensive nice bad thick thin long short wide narrow light heavy hard soft hot ' +
    'cold warm sweet bitter salty sour spicy fresh wet dry clean dirty pretty cute cool similar newest ' +
    'latest original fake used retail wholesale dozen bigger smaller larger better best worse',
  endings: '',
  measures: { gr: 'grams', kg: 'kgs', liter: 'litre', inch: 'inch' },
  none: 'sold ?out|out of stock|no|none|n\\/a',
  headers: {
    colour: 'color colour',
    size: 'size',
    material: 'material',
    weight: 'weight',
    brand: 'brand',
    flavour: 'flavor flavour taste',
    warranty: 'warranty',
    description: 'description',
    category: 'category',
    expiry: 'expired expiry',
    content: 'content contents',
    dimension: 'dimension dimensions',
  },
  wording: {
    price: 'Price',
    stock: 'Stock',
    unit: 'Unit',
    unknown: 'not stated',
    soldOut: 'sold out',
    isSoldOut: 'Sorry, {product} is sold out.',
    isInStock: '{product} is in stock: {amount}.',
    says: '{label} of {product}: {value}',
    more: 'and {count} more. Please give the full name.',
    marks: [',', '.'],
  },
};
