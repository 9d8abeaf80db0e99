import type { HandOffWords } from '../language.ts';

export const handOff: HandOffWords = {
  person:
    'admin, cs, customer service, customer care, operator, manusia, orang, orang asli, petugas, ' +
    'staf, staff, pegawai, karyawan, penjual',
  exit: 'batal, keluar, berhenti, stop, menu',
  asking:
    'mau mo pengen pingin ingin butuh perlu minta tolong bicara ngomong ngobrol chat hubungi hubungkan sambungkan ' +
    'sambungin panggil panggilin panggilkan ke sama dengan dgn dg via lewat langsung dong donk saja aja ada mana ' +
    'kemana asli nyata beneran sekarang kontak nomor nomer no wa hp telepon telpon bukan tidak ' +
    'tlg hub balas bales dibalas jawab dijawab respon',
  greetings: 'halo hai hi permisi assalamualaikum pagi siang sore malam selamat',
  beside:
    'kak ka kakak min mimin mas mbak bang pak bu bapak ibu gan sis bisa boleh dibantu bantu bantuan saya sy aku gua ' +
    'gue kami apa yang ya yah deh lah nih kok dulu oleh bot robot ga gak gk nggak ngga enggak tdk kah nya sih aq gw ' +
    'plis sm bs',
  otherQuestions: 'orang mana, orang apa',
  reasons: {
    asked_for_person: 'Pelanggan meminta bicara dengan orang.',
    assistant_unsure: 'Asisten tidak tahu jawabannya.',
    assistant_failed: 'Asisten gagal menjawab.',
    forbidden_topic: 'Pelanggan menanyakan topik yang tidak boleh dijawab asisten.',
    complaint: 'Pelanggan mengeluh.',
    flow: 'Alur menyerahkan percakapan ini.',
    flow_failed: 'Alur tidak bisa dilanjutkan.',
    rule: 'Balasan otomatis menyerahkan percakapan ini.',
    no_answer: 'Tidak ada balasan otomatis, alur, atau asisten yang menjawab.',
    unsupported_message: 'Pesan ini tidak berisi teks.',
    too_old: 'Pesan ini terlambat diproses.',
    quota_exceeded: 'Kuota pesan habis.',
    cost_cap_reached: 'Batas biaya bulan ini tercapai, jadi tidak ada jawaban otomatis.',
    device_unavailable: 'Perangkat tidak terhubung.',
    opted_out: 'Pelanggan berhenti berlangganan, jadi tidak ada jawaban otomatis.',
    ignored_contact: 'Nomor ini ada di daftar tanpa jawaban otomatis.',
    loop_suspected: 'Jawaban otomatis dihentikan: pelanggan mungkin juga mesin penjawab.',
    budget_exceeded: 'Perangkat sudah mengirim terlalu banyak jawaban otomatis.',
    reply_window_closed: 'Pelanggan tidak menulis selama 24 jam, jadi jawaban tanpa template tidak dikirim.',
    template_not_sent: 'Template balasan otomatis tidak bisa dikirim.',
    failed: 'Jawaban otomatis gagal.',
  },
  labels: { rule: 'Balasan otomatis', flow: 'Alur', near: 'Yang paling mendekati terakhir:' },
};
