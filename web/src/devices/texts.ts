import { defineTexts } from '../texts/define-texts.ts';

/** What each code of docs/device-reasons.md means, and what to do. A colon of the code is an underscore here. */
export const reasonTexts = defineTexts({
  en: {
    connection_lost: 'The connection was lost. Kurir reconnects by itself.',
    connection_timed_out: 'The network did not answer in time. Kurir reconnects by itself.',
    network_name_unresolved:
      'The name web.whatsapp.com cannot be resolved. Tell the operator to check the DNS of the machine.',
    network_unreachable:
      'web.whatsapp.com cannot be reached. Tell the operator to check internet and firewall of the machine.',
    network_certificate:
      'The certificate of web.whatsapp.com is not valid. Tell the operator to check clock and proxy of the machine.',
    network_blocked:
      'A proxy or firewall refuses the connection to web.whatsapp.com. Tell the operator to allow it.',
    server_error: 'The network had an error. Kurir reconnects by itself.',
    server_unavailable: 'The network is not available at the moment. Kurir reconnects by itself.',
    temporarily_banned: 'The network refuses this number for a while. Kurir tries again by itself: wait.',
    client_outdated: 'The network asks for a newer version. Tell the operator to update Kurir.',
    client_refused: 'The network refuses this version. Tell the operator to update Kurir.',
    login_refused_after_pairing: 'The network has not accepted the pairing yet. Wait, or pair again.',
    pairing_refused: 'The network has not accepted the pairing yet. Wait, or pair again.',
    logged_out: 'The device was removed on the phone. Pair it again.',
    connected_elsewhere: 'Another program uses the same pairing. Stop that program, then pair again.',
    multi_device_missing: 'The app on the phone is too old for linked devices. Update it, then pair again.',
    token_refused:
      'The provider refuses the token: it expired, was revoked, or lost its rights. Enter a new token.',
    number_not_registered:
      'The number is not registered at the provider. Register it there, then enter a token.',
    account_removed:
      'The business account was deleted, or removed from the app. Connect it at the provider, then enter a token.',
    credentials_missing: 'The stored credentials are missing. Pair again, or enter a new token.',
    credentials_unreadable: 'The stored credentials cannot be read. Pair again, or enter a new token.',
    released: 'This device was released.',
    restricted_new_chats:
      'The number started too many new chats. Messages to people who never wrote to it wait. Mostly this ends within a day.',
    restricted_spam:
      'Too many people reported its messages. All messages wait. Kurir tests every 10 minutes whether it is over.',
    restricted_templates:
      'Templates are in the wrong category. All messages wait until the provider allows them.',
    restricted_payment: 'The provider has no valid payment method. Fix the payment there. All messages wait.',
    restricted_display_name: 'The provider has not approved the display name yet. All messages wait.',
    restricted_account: 'The provider restricts the business account. The messages that it refuses wait.',
    restricted_violation: 'The provider reports a policy violation. Broadcasts wait; other messages go on.',
    quality_red:
      'Many customers block or report this number. Running broadcasts were paused: look at their texts first.',
    token_expires_soon: 'The access token expires soon. Enter a new one before that.',
    banned: 'The network has banned this number, or the provider has locked the account. Messages fail.',
    account_disabled:
      'The provider has disabled the business account. The device connects again when the account is reinstated.',
    qr_expired: 'No phone scanned a code in time.',
    restarted: 'Kurir was restarted during the pairing.',
    until: 'Until {time}.',
    unknown: 'Kurir names the reason {reason}.',
  },
  id: {
    connection_lost: 'Koneksi terputus. Kurir menyambung lagi dengan sendirinya.',
    connection_timed_out: 'Jaringan tidak menjawab tepat waktu. Kurir menyambung lagi dengan sendirinya.',
    network_name_unresolved:
      'Nama web.whatsapp.com tidak ditemukan. Minta operator memeriksa DNS di mesinnya.',
    network_unreachable:
      'web.whatsapp.com tidak bisa dijangkau. Minta operator memeriksa internet dan firewall di mesinnya.',
    network_certificate:
      'Sertifikat web.whatsapp.com tidak sah. Minta operator memeriksa jam dan proxy di mesinnya.',
    network_blocked:
      'Proxy atau firewall menolak koneksi ke web.whatsapp.com. Minta operator mengizinkannya.',
    server_error: 'Ada kesalahan di jaringan. Kurir menyambung lagi dengan sendirinya.',
    server_unavailable: 'Jaringan sedang tidak tersedia. Kurir menyambung lagi dengan sendirinya.',
    temporarily_banned:
      'Jaringan menolak nomor ini untuk sementara. Kurir mencoba lagi sendiri: tunggu saja.',
    client_outdated: 'Jaringan meminta versi yang lebih baru. Minta operator memperbarui Kurir.',
    client_refused: 'Jaringan menolak versi ini. Minta operator memperbarui Kurir.',
    login_refused_after_pairing: 'Jaringan belum menerima pemasangan. Tunggu, atau pasangkan lagi.',
    pairing_refused: 'Jaringan belum menerima pemasangan. Tunggu, atau pasangkan lagi.',
    logged_out: 'Perangkat dihapus dari ponsel. Pasangkan lagi.',
    connected_elsewhere: 'Program lain memakai pemasangan yang sama. Hentikan, lalu pasangkan lagi.',
    multi_device_missing:
      'Aplikasi di ponsel terlalu lama untuk perangkat tertaut. Perbarui, lalu pasangkan lagi.',
    token_refused: 'Penyedia menolak token: kedaluwarsa, dicabut, atau kehilangan hak. Masukkan token baru.',
    number_not_registered: 'Nomor belum terdaftar di penyedia. Daftarkan di sana, lalu masukkan token.',
    account_removed:
      'Akun bisnis dihapus, atau dilepas dari aplikasi. Hubungkan di penyedia, lalu masukkan token.',
    credentials_missing: 'Kredensial tersimpan tidak ada. Pasangkan lagi, atau masukkan token baru.',
    credentials_unreadable: 'Kredensial tersimpan tidak terbaca. Pasangkan lagi, atau masukkan token baru.',
    released: 'Perangkat ini sudah dilepas.',
    restricted_new_chats:
      'Nomor ini memulai terlalu banyak chat baru. Pesan ke orang yang belum pernah menulis menunggu. Biasanya selesai dalam sehari.',
    restricted_spam:
      'Terlalu banyak orang melaporkan pesannya. Semua pesan menunggu. Kurir memeriksa tiap 10 menit.',
    restricted_templates: 'Kategori template salah. Semua pesan menunggu sampai penyedia mengizinkan.',
    restricted_payment:
      'Penyedia tidak punya metode pembayaran yang sah. Perbaiki pembayaran di sana. Semua pesan menunggu.',
    restricted_display_name: 'Penyedia belum menyetujui nama tampilan. Semua pesan menunggu.',
    restricted_account: 'Penyedia membatasi akun bisnis. Pesan yang ditolak menunggu.',
    restricted_violation:
      'Penyedia melaporkan pelanggaran kebijakan. Broadcast menunggu; pesan lain tetap jalan.',
    quality_red:
      'Banyak pelanggan memblokir atau melaporkan nomor ini. Broadcast dijeda: periksa isinya dulu.',
    token_expires_soon: 'Token akses segera kedaluwarsa. Masukkan token baru sebelum itu.',
    banned: 'Jaringan memblokir nomor ini, atau penyedia mengunci akunnya. Pesan gagal terkirim.',
    account_disabled: 'Penyedia menonaktifkan akun bisnis. Perangkat terhubung lagi setelah akun dipulihkan.',
    qr_expired: 'Tidak ada ponsel yang memindai kode tepat waktu.',
    restarted: 'Kurir dimulai ulang saat pemasangan.',
    until: 'Sampai {time}.',
    unknown: 'Kurir menyebut alasan {reason}.',
  },
});
