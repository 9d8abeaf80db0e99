import type { ProofWords } from '../language.ts';

const HANDS = 'sambung|hubung|alih|terus|serah|oper|limpah';

export const proof: ProofWords = {
  abbreviations: 'rp|no|jl|min|maks|tgl|telp|hp|pkl|jam|dr|dll|dsb',
  contrasts: 'tapi tetapi namun melainkan sedangkan kecuali',
  negations:
    '(?:tidak|tdk|tak|nggak|ngga|enggak|gak|ga|gk|bukan)(?! (?:hanya|cuma|apa-apa))|belum|blm|jangan|tanpa|kecuali|' +
    'dilarang|gada|gabisa',
  yesOrNo: 'apakah bisa boleh dapat ada',
  asking: 'berapa, brp, kapan, mana, bagaimana, gimana, siapa, kenapa, mengapa, apa saja, apa aja, cara',
  restrictions: 'hanya cuma khusus maaf sayangnya',
  frame:
    'pengiriman sampainya pukul total tujuan estimasi estimasinya perkiraan sekarang waktu masa ukuran kemasan ' +
    'operasional dilakukan terhitung akibat metode caranya jumlah jumlahnya menggunakan memakai pakai gunakan ' +
    'melayani layani menerima begitu biasanya beserta diperlukan perlu siapkan sertakan menyertakan informasi info ' +
    'sayangnya kak kakak ka min gan sis bro bapak pak ibu bu mas mbak silakan silahkan mohon maaf tolong iya yah ' +
    'tentu baik siap oke semoga rp idr rupiah wib wita wit halo hai anda kakaknya tersebut itu berikut juga sebesar ' +
    'seharga senilai adalah merupakan',
  capitals: 'kak kakak bapak pak ibu bu anda mas mbak kami kita rp idr wib wita wit',
  promises: {
    'state:open': 'buka|dibuka',
    'state:closed': 'tutup|ditutup|libur',
    'state:in stock': 'ready|tersedia',
    'state:sold out': 'habis|kosong',
    free: 'gratis|cuma-cuma|tanpa biaya|bebas biaya|bebas ongkir',
    refund:
      '(?:uang|dana|pembayaran)\\p{L}* (?:\\p{L}+ )?(?:di)?kembali\\p{L}*|' +
      '(?:me(?:ng|m))?(?:per)?kembalikan (?:uang|dana|pembayaran)|pengembalian (?:uang|dana)',
    compensation: 'ganti rugi|kompensasi',
    discount: 'diskon|potongan harga|promo|promosi|kupon',
    gift: 'bonus|hadiah',
    warranty: '(?:ber)?garansi|(?:di|men)?jamin|menjamin|jaminan',
    part: 'setengah|separuh|separo|paruh|sepertiga|seperempat',
    more: 'dobel|lipat|ganda|kali',
    instalment: '(?:di|men|ny)?cicil\\p{L}*|angsur\\p{L}*|kredit|tempo|uang muka|dp',
    negotiable: '(?:di)?nego\\p{L}*|(?:di)?tawar\\p{L}*',
    always: 'selamanya|selalu|seumur hidup',
    certain: 'pasti|dipastikan|janji|berjanji',
    done: 'sudah|telah',
    will: '(?:kami|kita|tim) (?:\\p{L}+ )?(?:akan|segera)|(?:akan|segera) kami',
  },
  courtesies: [
    'halo(?: kak(?:ak)?)?',
    'terima kasih(?: (?:sudah|telah|atas) (?:menghubungi|bertanya|menunggu|pertanyaan\\p{L}*)(?: kami)?)?',
    '(?:apakah )?ada (?:lagi )?yang (?:bisa|dapat) (?:saya |kami )?bantu(?: lagi)?',
    'semoga (?:membantu|bermanfaat)',
    'senang (?:bisa |dapat )?membantu',
    '(?:jika|kalau) ada pertanyaan lain[^.!?\\n]{0,40}',
    'jangan ragu (?:untuk )?(?:bertanya|menghubungi kami)',
  ],
  people: 'admin tim staf cs operator petugas rekan manusia',
  handOver: [
    `(?:saya|aku|kami|akan|segera|bantu) (?:\\p{L}+ ){0,3}(?:me(?:ng|ny|n|m)?|di)?(?:${HANDS})\\p{L}*`,
    `di(?:${HANDS})\\p{L}* (?:\\p{L}+ ){0,2}(?:ke|dengan|kepada) (?:\\p{L}+ ){0,2}{people}`,
  ],
  will: 'akan|segera',
  replies: 'menghubungi|membalas|membantu|menjawab',
  please: 'mohon silakan',
  wait: 'tunggu menunggu ditunggu',
  myself: 'saya aku',
};
