import { defineTexts } from '../../texts/define-texts.ts';

export const usageTexts = defineTexts({
  en: {
    title: 'Usage',
    lead: 'What this account has used in this month.',
    messages: ['{count} message this month', '{count} messages this month'],
    ofQuota: '{sent} of {quota} messages',
    noQuota: 'Your plan has no monthly quota.',
    left: ['{count} message is left this month.', '{count} messages are left this month.'],
    usedUp: 'The quota is used up. Messages can be sent again from {time}, or with another plan.',
    counted: 'Counts accepted messages. The count begins again at {time}. Ask the operator for another plan.',
    calls: 'API calls',
    callsHint: 'Calls of programs and of this dashboard, this month',
    devices: 'Devices',
    connected: '{count} connected',
  },
  id: {
    title: 'Pemakaian',
    lead: 'Yang sudah dipakai akun ini bulan ini.',
    messages: '{count} pesan bulan ini',
    ofQuota: '{sent} dari {quota} pesan',
    noQuota: 'Paket Anda tanpa kuota bulanan.',
    left: 'Sisa {count} pesan bulan ini.',
    usedUp: 'Kuota sudah habis. Pesan dapat dikirim lagi mulai {time}, atau dengan paket lain.',
    counted:
      'Yang dihitung adalah pesan yang diterima. Hitungan dimulai lagi {time}. Hubungi operator untuk paket lain.',
    calls: 'Panggilan API',
    callsHint: 'Panggilan program dan dasbor ini, bulan ini',
    devices: 'Perangkat',
    connected: '{count} terhubung',
  },
});
