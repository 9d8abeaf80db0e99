import { defineTexts } from '../../texts/define-texts.ts';

export const tourTexts = defineTexts({
  en: {
    title: 'First steps',
    progress: '{done} of {all} done',
    device: 'Connect a device',
    deviceHint: 'Scan a QR code with the phone of your number.',
    message: 'Get a first message',
    messageHint: 'Write to your number from another phone.',
    messageSandbox: 'Write with a simulated phone of the sandbox.',
    rule: 'Answer by a rule',
    ruleHint: 'Such as opening hours when somebody asks “buka?”.',
    invite: 'Invite a colleague',
    inviteHint: 'So that your team answers together.',
    done: 'Done',
    dismiss: 'Do not show this again',
  },
  id: {
    title: 'Langkah pertama',
    progress: '{done} dari {all} selesai',
    device: 'Hubungkan perangkat',
    deviceHint: 'Pindai kode QR dengan ponsel nomor Anda.',
    message: 'Terima pesan pertama',
    messageHint: 'Tulis ke nomor Anda dari ponsel lain.',
    messageSandbox: 'Tulis dengan ponsel simulasi dari sandbox.',
    rule: 'Jawab dengan aturan',
    ruleHint: 'Misalnya jam buka ketika ada yang bertanya “buka?”.',
    invite: 'Undang rekan',
    inviteHint: 'Agar tim Anda menjawab bersama.',
    done: 'Selesai',
    dismiss: 'Jangan tampilkan lagi',
  },
});
