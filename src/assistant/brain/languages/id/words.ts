import { type LanguageWords, wordsOf } from '../language.ts';

export const indonesian: LanguageWords = {
  marks: wordsOf(
    `yang yg dan dengan dgn untuk utk dari dr pada tidak tdk gak ga gk nggak ngga enggak bukan apa apakah ada
    bagaimana gimana gmn kenapa knp mengapa kapan kpn berapa brp mana dimana siapa saya sy aku gue gw
    kamu anda kami kita mereka ini itu sudah sdh udah udh belum blm bisa bs boleh mau ingin pengen harus
    akan lagi juga jg saja aja kalau kalo klo karena krn tapi tp atau jadi seperti sama lebih sangat
    banget bgt kak kakak min admin bapak ibu pak bu mas mbak gan sis tolong mohon terima kasih makasih
    selamat pagi siang sore malam hari jam besok kemarin sekarang minggu bulan tahun harga barang pesan
    pesanan kirim bayar beli jual toko alamat nomor nya dong sih ya nih deh kok loh halo hai cara cek
    buka tutup ongkir ongkos biaya berapaan daftar masuk keluar ganti batal batalkan hapus ubah buat
    pakai lewat lama baru semua banyak sedikit masih pernah dapat cari lihat tanya jawab`,
  ),
  suffixes: ['nya', 'kah', 'lah', 'kan', 'in', 'an', 'ku', 'mu', 'i'],
  prefixes: [
    ['meng', ['', 'k']],
    ['peng', ['', 'k']],
    ['meny', ['s']],
    ['peny', ['s']],
    ['mem', ['', 'p']],
    ['pem', ['', 'p']],
    ['men', ['', 't']],
    ['pen', ['', 't']],
    ['nge', ['']],
    ['ng', ['', 'k']],
    ['ny', ['s', 'c']],
    ['ber', ['']],
    ['ter', ['']],
    ['per', ['']],
    ['me', ['']],
    ['pe', ['']],
    ['di', ['']],
    ['ke', ['']],
    ['se', ['']],
    ['n', ['t']],
    ['m', ['p']],
  ],
  beforeAnswer: wordsOf('yang yg mau min kak kk saya aku ok oke iya'),
  afterAnswer: wordsOf(
    `kak kakak ka kk min ya yah yaa aja saja dong deh sih bang mas mbak mba pak bu gan sis`,
  ),
  tables: {
    price: wordsOf('harga hrg hrga biaya tarif berapaan'),
    stock: wordsOf('stok ready tersedia sedia kosong habis'),
    unit: wordsOf('satuan'),
    perhapsPrice: wordsOf('berapa'),
    perhapsStock: wordsOf('ada jual jualan menjual punya'),
    fillers: wordsOf(
      `yang ya dong sih nih deh lah kah kak kakak ka min mimin admin gan agan sis sist bang bro om mas mbak
      mba pak bapak bu ibu bos boss halo hallo hai permisi misi punten selamat pagi siang sore malam
      assalamualaikum mau ingin pengen boleh bisa tolong mohon coba tanya nanya bertanya tahu tau info
      informasi saya aku kami kita apa apakah itu ini nya di dari untuk buat kalau dan sama atau serta
      adalah tidak masih saat sekarang per punya saja sebuah kira beli terima kasih makasih ok okay
      baik cek`,
    ),
    softFillers: wordsOf(
      `produk barang pcs biji buah hari daftar semua jenis macam tipe merk merek varian ukuran warna rasa
      nama menu model toko sini lagi satu`,
    ),
    connecting: wordsOf('terus trus lalu gimana bagaimana'),
    buying: wordsOf('beli mau ingin pengen'),
    colours: wordsOf(
      `merah biru hijau kuning hitam putih abu cokelat coklat ungu oranye krem emas perak tosca toska navy
      maroon`,
    ),
    sizes: wordsOf('kecil sedang besar jumbo reguler'),
    saidOfGoods: wordsOf(
      `murah mahal mewah bagus jelek tebal tipis awet lama baru bekas asli palsu panjang pendek lebar sempit
      ringan berat keras lembut halus kasar panas dingin hangat manis pahit asin asam pedas segar
      basah kering bersih kotor cantik ganteng lucu keren mirip sejenis terbaru terlaris termurah
      termahal eceran grosir satuan lusin besok`,
    ),
    headers: {
      colour: wordsOf('warna'),
      size: wordsOf('ukuran'),
      material: wordsOf('bahan'),
      weight: wordsOf('berat bobot'),
      brand: wordsOf('merek merk'),
      flavour: wordsOf('rasa'),
      warranty: wordsOf('garansi'),
      description: wordsOf('deskripsi keterangan'),
      category: wordsOf('kategori'),
      expiry: wordsOf('kedaluwarsa kadaluarsa'),
      content: wordsOf('isi'),
      dimension: wordsOf('dimensi'),
    },
  },
};
