import { type LanguageWords, wordsOf } from '../language.ts';

export const english: LanguageWords = {
  marks: wordsOf(
    `the a an and with for from of is are was were be been am do does did have has had not no what how why
    when where which who whose i you he she it we they me my your his her its our their us them this
    that these those can could will would should may might must want need like get give make take tell
    show know go to in on at by as or but if so because than then there here up out about into over
    after before please thanks thank hello hey good morning evening night today tomorrow yesterday week
    month year much many long any some all more most price order delivery pay payment buy sell shop
    address number open close cancel change delete account help find`,
  ),
  suffixes: ['ing', 'ed', 'es', 's', 'd', 'ly', 'er'],
  prefixes: [],
  beforeAnswer: wordsOf('the'),
  afterAnswer: wordsOf('please pls'),
  tables: {
    price: wordsOf('price prices pricing pricelist cost costs fee rate much'),
    stock: wordsOf('stock available availability many'),
    unit: wordsOf('unit units'),
    perhapsPrice: new Set(),
    perhapsStock: wordsOf('have sell got carry'),
    fillers: wordsOf(
      `hi hello hey the a an of is are do does you i me we can could would like to know want what tell for in
      on your any there and or it this that still now right please thanks thank how check let buy good
      morning afternoon evening am be`,
    ),
    softFillers: wordsOf(
      `item items product products list all type model brand variant size color colour flavor flavour menu
      one`,
    ),
    connecting: wordsOf('about then instead one ones'),
    buying: wordsOf('buy want need'),
    colours: wordsOf(
      `pink red blue green yellow black white grey gray brown purple orange cream beige gold silver`,
    ),
    sizes: wordsOf('xs s m l xl xxl xxxl 2xl 3xl 4xl 5xl mini small medium large regular'),
    saidOfGoods: wordsOf(
      `cheap cheaper cheapest expensive nice bad thick thin long short wide narrow light heavy hard soft hot
      cold warm sweet bitter salty sour spicy fresh wet dry clean dirty pretty cute cool similar
      newest latest original fake used retail wholesale dozen bigger smaller larger better best worse`,
    ),
    headers: {
      colour: wordsOf('color colour'),
      size: wordsOf('size'),
      material: wordsOf('material'),
      weight: wordsOf('weight'),
      brand: wordsOf('brand'),
      flavour: wordsOf('flavor flavour taste'),
      warranty: wordsOf('warranty'),
      description: wordsOf('description'),
      category: wordsOf('category'),
      expiry: wordsOf('expired expiry'),
      content: wordsOf('content contents'),
      dimension: wordsOf('dimension dimensions'),
    },
  },
};
