import { readWords } from '../brain/word-files.ts';

/** What customers say of goods. */
const SAID_OF_GOODS = `murah mahal mewah bagus jelek tebal tipis awet lama baru bekas asli palsu panjang pendek lebar
sempit ringan berat keras lembut halus kasar panas dingin hangat manis pahit asin asam pedas segar basah kering bersih
kotor cantik ganteng lucu keren mirip sejenis terbaru terlaris termurah termahal eceran grosir satuan lusin besok
cheap cheaper cheapest expensive nice bad thick thin long short wide narrow light heavy hard soft hot cold warm sweet
bitter salty sour spicy fresh wet dry clean dirty pretty cute cool similar newest latest original fake used retail
wholesale dozen bigger smaller larger better best worse`;

/** Words that mean something else: `murah` is no typing error of `merah`. */
export function readPlainWords(): ReadonlySet<string> {
  const lists = ['meanings', 'stop-words', 'elsewhere.id', 'elsewhere.en'].flatMap(readWords);
  return new Set([SAID_OF_GOODS, ...lists].flatMap((line) => line.toLowerCase().split(/[^\p{L}]+/u)));
}
