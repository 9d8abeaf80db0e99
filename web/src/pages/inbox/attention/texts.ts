import { defineTexts } from '../../../texts/define-texts.ts';

export const attentionTexts = defineTexts({
  en: {
    title: 'Needs attention',
    more: ['And one more.', 'And {count} more.'],
    notConnected: ' is not connected.',
    openDevice: 'Open device',
    openWebhook: 'Open webhook',
    webhook: 'Webhook of {url}',
    webhookOff:
      'Switched off after 10 failures, so your server gets no events. Fix your server, then enable the webhook.',
    webhookFails: [
      'Your server does not accept events. One more failure disables the webhook.',
      'Your server does not accept events. {count} more failures disable the webhook.',
    ],
    capNear: '{spent} of the cost cap of {amount} are spent.',
    capNearLead: 'At the cap, broadcasts of official numbers pause and automation hands over to people.',
    capReached: 'The cost cap of {amount} is reached.',
    capReachedLead: 'Broadcasts of official numbers are paused, and automation hands over to people.',
    openCosts: 'Open costs',
    repliesRefused: '“{label}” is not connected, so replies cannot be sent now.',
    noNumber: 'No device speaks for the number of this chat any more, so replies cannot be sent.',
  },
  id: {
    title: 'Perlu perhatian',
    more: 'Dan {count} lagi.',
    notConnected: ' tidak terhubung.',
    openDevice: 'Buka perangkat',
    openWebhook: 'Buka webhook',
    webhook: 'Webhook {url}',
    webhookOff:
      'Dimatikan setelah 10 kali gagal, jadi server Anda tidak menerima event. Perbaiki server, lalu aktifkan webhook.',
    webhookFails: 'Server Anda tidak menerima event. Gagal {count} kali lagi, webhook dimatikan.',
    capNear: '{spent} dari batas biaya {amount} sudah terpakai.',
    capNearLead:
      'Saat batas tercapai, broadcast nomor resmi dijeda dan otomatisasi menyerahkan chat ke orang.',
    capReached: 'Batas biaya {amount} tercapai.',
    capReachedLead: 'Broadcast nomor resmi dijeda, dan otomatisasi menyerahkan chat ke orang.',
    openCosts: 'Buka biaya',
    repliesRefused: '“{label}” tidak terhubung, jadi balasan belum bisa dikirim.',
    noNumber: 'Nomor chat ini sudah tidak punya perangkat, jadi balasan tidak bisa dikirim.',
  },
});
