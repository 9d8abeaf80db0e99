import { defineTexts } from '../../../texts/define-texts.ts';

export const newChatTexts = defineTexts({
  en: {
    title: 'New chat',
    lead: 'The first message to a number that has not written to you yet.',
    device: 'From',
    to: 'Number or name of the customer',
    text: 'Message',
    textHint: 'Write to people who expect it: reports of strangers can restrict your number.',
    restricted:
      'This number started too many new chats. The message waits, for at most 24 hours, until it may write to new people.',
    send: 'Send',
    exists: 'There is a chat with this number already. Your text is in its reply field.',
    noDevice: 'No number is connected.',
  },
  id: {
    title: 'Chat baru',
    lead: 'Pesan pertama ke nomor yang belum pernah menulis kepada Anda.',
    device: 'Dari',
    to: 'Nomor atau nama pelanggan',
    text: 'Pesan',
    textHint: 'Tulis kepada orang yang menantikannya: laporan orang asing dapat membatasi nomor Anda.',
    restricted:
      'Nomor ini memulai terlalu banyak chat baru. Pesan menunggu paling lama 24 jam sampai boleh menulis ke orang baru.',
    send: 'Kirim',
    exists: 'Sudah ada chat dengan nomor ini. Teks Anda ada di kolom balasannya.',
    noDevice: 'Tidak ada nomor yang terhubung.',
  },
});
