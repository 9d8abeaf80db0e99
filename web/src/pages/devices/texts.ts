import { defineTexts } from '../../texts/define-texts.ts';

export const devicesTexts = defineTexts({
  en: {
    title: 'Devices',
    lead: 'The numbers that you send and receive with.',
    none: 'No device yet',
    noneLead:
      'Connect your first number: scan a QR code with its phone, or use a token of the official cloud.',
    provisioned: 'Not paired yet',
    qr_pending: 'Waiting for the scan',
    connected: 'Connected',
    disconnected: 'Disconnected',
    banned: 'Banned',
  },
  id: {
    title: 'Perangkat',
    lead: 'Nomor yang Anda pakai untuk mengirim dan menerima.',
    none: 'Belum ada perangkat',
    noneLead: 'Hubungkan nomor pertama: pindai kode QR dengan ponselnya, atau pakai token cloud resmi.',
    provisioned: 'Belum dipasangkan',
    qr_pending: 'Menunggu pemindaian',
    connected: 'Terhubung',
    disconnected: 'Terputus',
    banned: 'Diblokir',
  },
});
