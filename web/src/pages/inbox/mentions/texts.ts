import { defineTexts } from '../../../texts/define-texts.ts';

export const mentionTexts = defineTexts({
  en: {
    mentions: 'Mentions of you',
    mentionsCount: 'Mentions of you ({count})',
    lead: 'Notes of colleagues with your name. A mention disappears when you open it.',
    none: 'No new mention',
    noneLead: 'Colleagues mention you in a note when they need you in a conversation.',
    readAll: 'Mark all as read',
    keyMentions: 'Mentions of you',
  },
  id: {
    mentions: 'Anda disebut',
    mentionsCount: 'Anda disebut ({count})',
    lead: 'Catatan rekan yang menyebut nama Anda. Sebutan hilang setelah Anda buka.',
    none: 'Tidak ada sebutan baru',
    noneLead: 'Rekan menyebut Anda dalam catatan saat membutuhkan Anda di sebuah chat.',
    readAll: 'Tandai semua sudah dibaca',
    keyMentions: 'Anda disebut',
  },
});
