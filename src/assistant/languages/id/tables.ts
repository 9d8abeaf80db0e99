import type { TableWords } from '../language.ts';

export const tables: TableWords = {
  columns: {
    hidden: 'modal, hpp, harga beli, harga pokok, supplier, pemasok, margin, laba',
    key: 'sku, kode, kode barang, kode produk, barcode',
    aliases: 'alias, nama lain, sinonim, kata kunci',
    price: 'harga, tarif, biaya',
    stock: 'stok, sisa, persediaan, qty, jumlah, ketersediaan',
    unit: 'satuan, unit, uom',
    name: 'nama, produk, barang, menu, layanan, jasa, judul',
    variant: 'varian, ukuran, warna, rasa, tipe',
  },
  price: 'harga hrg hrga biaya tarif berapaan',
  stock: 'stok ready tersedia sedia kosong habis',
  unit: 'satuan',
  perhapsPrice: 'berapa',
  perhapsStock: 'ada jual jualan menjual punya',
  fillers:
    'yang ya dong sih nih deh lah kah kak kakak ka min mimin admin gan agan sis sist bang bro om mas mbak ' +
    'mba pak bapak bu ibu bos boss halo hallo hai permisi misi punten selamat pagi siang sore malam ' +
    'assalamualaikum mau ingin pengen boleh bisa tolong mohon coba tanya nanya bertanya tahu tau info ' +
    'informasi saya aku kami kita apa apakah itu ini nya di dari untuk buat kalau dan sama atau serta adalah ' +
    'tidak masih saat sekarang per punya saja sebuah kira beli terima kasih makasih ok okay baik cek',
  softFillers:
    'produk barang pcs biji buah hari daftar semua jenis macam tipe merk merek varian ukuran warna rasa nama ' +
    'menu model toko sini lagi satu',
  connecting: 'terus trus lalu gimana bagaimana',
  buying: 'beli mau ingin pengen',
  not: 'tidak',
  colours:
    'merah biru hijau kuning hitam putih abu cokelat coklat ungu oranye krem emas perak tosca toska navy ' +
    'maroon',
  sizes: 'kecil sedang besar jumbo reguler',
  saidOfGoods:
    'murah mahal mewah bagus jelek tebal tipis awet lama baru bekas asli palsu panjang pendek lebar sempit ' +
    'ringan berat keras lembut halus kasar panas dingin hangat manis pahit asin asam pedas segar basah ' +
    'kering bersih kotor cantik ganteng lucu keren mirip sejenis terbaru terlaris termurah termahal eceran ' +
    'grosir satuan lusin besok',
  endings: 'nya ny kah lah',
  measures: {
    gr: 'g gr gram',
    kg: 'kg kilo kilogram',
    ml: 'ml mililiter cc',
    liter: 'l lt ltr liter',
    cm: 'cm',
    mm: 'mm',
    inch: 'inci',
    watt: 'watt',
    gb: 'gb',
    tb: 'tb',
    mah: 'mah',
    pcs: 'pcs pc',
    lembar: 'lembar',
    sachet: 'sachet',
  },
  none: 'habis|kosong|tidak ada|tidak',
  headers: {
    colour: 'warna',
    size: 'ukuran',
    material: 'bahan',
    weight: 'berat bobot',
    brand: 'merek merk',
    flavour: 'rasa',
    warranty: 'garansi',
    description: 'deskripsi keterangan',
    category: 'kategori',
    expiry: 'kedaluwarsa kadaluarsa',
    content: 'isi',
    dimension: 'dimensi',
  },
  wording: {
    price: 'Harga',
    stock: 'Stok',
    unit: 'Satuan',
    unknown: 'tidak tercantum',
    soldOut: 'habis',
    isSoldOut: 'Maaf, {product} sedang habis.',
    isInStock: '{product} tersedia, stok {amount}.',
    says: '{label} {product}: {value}',
    more: 'dan {count} lainnya. Sebutkan nama lengkapnya.',
    marks: ['.', ','],
  },
};
