export const LANGUAGES = ['id', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Frequent words that the other language does not have. */
const MARKS: Record<Language, ReadonlySet<string>> = {
  id: new Set(
    `yang yg dan dengan dgn untuk utk dari dr pada tidak tdk gak ga gk nggak ngga enggak bukan apa apakah ada
    bagaimana gimana gmn kenapa knp mengapa kapan kpn berapa brp mana dimana siapa saya sy aku gue gw kamu anda kami
    kita mereka ini itu sudah sdh udah udh belum blm bisa bs boleh mau ingin pengen harus akan lagi juga jg saja aja
    kalau kalo klo karena krn tapi tp atau jadi seperti sama lebih sangat banget bgt kak kakak min admin bapak ibu pak
    bu mas mbak gan sis tolong mohon terima kasih makasih selamat pagi siang sore malam hari jam besok kemarin
    sekarang minggu bulan tahun harga barang pesan pesanan kirim bayar beli jual toko alamat nomor nya dong sih ya
    nih deh kok loh halo hai cara cek buka tutup ongkir ongkos biaya berapaan daftar masuk keluar ganti batal
    batalkan hapus ubah buat pakai lewat lama baru semua banyak sedikit masih pernah dapat cari lihat tanya
    jawab`.split(/\s+/),
  ),
  en: new Set(
    `the a an and with for from of is are was were be been am do does did have has had not no what how why when where
    which who whose i you he she it we they me my your his her its our their us them this that these those can could
    will would should may might must want need like get give make take tell show know go to in on at by as or but if
    so because than then there here up out about into over after before please thanks thank hello hey good morning
    evening night today tomorrow yesterday week month year much many long any some all more most price order
    delivery pay payment buy sell shop address number open close cancel change delete account help find`.split(
      /\s+/,
    ),
  ),
};

/** The language with more frequent words in the text. Null when the counts are equal. */
export function languageOf(text: string): Language | null {
  let balance = 0;
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    if (MARKS.id.has(word)) balance += 1;
    if (MARKS.en.has(word)) balance -= 1;
  }
  if (balance === 0) return null;
  return balance > 0 ? 'id' : 'en';
}
