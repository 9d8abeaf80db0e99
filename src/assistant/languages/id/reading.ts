import type { ReadingWords } from '../language.ts';

export const reading: ReadingWords = {
  marks:
    'yang yg dan dengan dgn untuk utk dari dr pada tidak tdk gak ga gk nggak ngga enggak bukan apa apakah ' +
    'ada bagaimana gimana gmn kenapa knp mengapa kapan kpn berapa brp mana dimana siapa saya sy aku gue gw ' +
    'kamu anda kami kita mereka ini itu sudah sdh udah udh belum blm bisa bs boleh mau ingin pengen harus ' +
    'akan lagi juga jg saja aja kalau kalo klo karena krn tapi tp atau jadi seperti sama lebih sangat banget ' +
    'bgt kak kakak min admin bapak ibu pak bu mas mbak gan sis tolong mohon terima kasih makasih selamat ' +
    'pagi siang sore malam hari jam besok kemarin sekarang minggu bulan tahun harga barang pesan pesanan ' +
    'kirim bayar beli jual toko alamat nomor nya dong sih ya nih deh kok loh halo hai cara cek buka tutup ' +
    'ongkir ongkos biaya berapaan daftar masuk keluar ganti batal batalkan hapus ubah buat pakai lewat lama ' +
    'baru semua banyak sedikit masih pernah dapat cari lihat tanya jawab',
  suffixes: 'nya kah lah kan in an ku mu i',
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
  nounEndings: 'nya',
};
