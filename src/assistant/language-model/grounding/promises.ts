import { plain, type Scan } from './fact.ts';

/**
 * Words that bind the business or say how things are. Words of one key prove each other, and no other word of the same
 * meaning does: `ready` and `sold out` are both about stock.
 */
const WORDS: Readonly<Record<string, string>> = {
  'state:open': 'buka|dibuka|open|opens|opened',
  'state:closed': 'tutup|ditutup|libur|closed?|closes',
  'state:in stock': 'ready|tersedia|available|in stock',
  'state:sold out': 'habis|kosong|sold out|out of stock|unavailable',
  free:
    'gratis|cuma-cuma|tanpa biaya|bebas biaya|bebas ongkir|free of charge|complimentary|' +
    '(?<!(?:feel|sugar|hands)[ -])free',
  refund:
    'refund\\p{L}*|reimburse\\p{L}*|money back|(?:uang|dana|pembayaran)\\p{L}* (?:\\p{L}+ )?(?:di)?kembali\\p{L}*|' +
    '(?:me(?:ng|m))?(?:per)?kembalikan (?:uang|dana|pembayaran)|pengembalian (?:uang|dana)|' +
    '(?:give|get|pay)\\p{L}* (?:\\p{L}+ )?(?:your )?money back',
  compensation: 'ganti rugi|kompensasi|compensat\\p{L}*',
  discount:
    'diskon|discount\\p{L}*|potongan harga|promo|promosi|promotion\\p{L}*|cashback|voucher\\p{L}*|kupon|coupon\\p{L}*',
  gift: 'bonus|hadiah|gift\\p{L}*|giveaway\\p{L}*',
  warranty: '(?:ber)?garansi|warrant\\p{L}*|guarantee\\p{L}*|(?:di|men)?jamin|menjamin|jaminan',
  part: 'setengah|separuh|separo|paruh|sepertiga|seperempat|half|third|quarter',
  more: 'dobel|double\\p{L}*|triple|lipat|ganda|kali|times|twice',
  instalment:
    '(?:di|men|ny)?cicil\\p{L}*|angsur\\p{L}*|kredit|paylater|tempo|install?ment\\p{L}*|uang muka|dp|down payment',
  negotiable: '(?:di)?nego\\p{L}*|(?:di)?tawar\\p{L}*|negotiab\\p{L}*|bargain\\p{L}*',
  always: 'selamanya|selalu|seumur hidup|lifetime|forever|always',
  certain: 'pasti|dipastikan|certainly|definitely|janji|berjanji|promise\\p{L}*',
  done: "sudah|telah|has been|have been|have already|has already|already|we have|we've",
  will: "(?:kami|kita|tim) (?:\\p{L}+ )?(?:akan|segera)|(?:akan|segera) kami|(?:we|team|staff) will|we'll",
};
const PATTERNS = Object.entries(WORDS).map(
  ([key, words]) => [key, new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'gu')] as const,
);

/** The words stay, because they also tell what the text is about. */
export function notePromises(scan: Scan): void {
  for (const [key, pattern] of PATTERNS) {
    for (const [text] of scan.rest.matchAll(pattern)) scan.facts.push(plain(text, key));
  }
}

/** Words that the text keeps. */
export const isPromise = (key: string): boolean => key in WORDS;

export const isState = (key: string): boolean => key.startsWith('state:');
