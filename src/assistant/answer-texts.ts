import type { Language, Tone } from './settings/settings.ts';

/** What the assistant itself says. Answers come from the knowledge of the account. */
export interface Texts {
  introduction: string;
  /** After a greeting. */
  greeting: string;
  /** In place of it after the introduction, which greets too. */
  offer: string;
  thanks: string;
  /** After an "ok". */
  agreed: string;
  /** Above the numbered questions. */
  clarify: string;
  /** The last choice, after its number. */
  person: string;
  /** The question is not understood. */
  unsure: string;
  /** A number that is none of the choices. */
  noSuchChoice: string;
  /** `{scope}` is what the account wrote. */
  scope: string;
  handOff: string;
  /** With the next opening. */
  handOffClosed: string;
  /** Where hand-offs are off, to a customer who asks for a person. */
  nobody: string;
  /** Where hand-offs are off: nothing answers. The scope follows. */
  declined: string;
  /** Where hand-offs are off: the message came too late, or something failed. */
  again: string;
  /** The customer has left a flow. */
  exit: string;
}

const INDONESIAN: Record<Tone, Texts> = {
  friendly: {
    introduction: 'Halo Kak, saya asisten otomatis.',
    greeting: 'Halo Kak, ada yang bisa saya bantu?',
    offer: 'Ada yang bisa saya bantu?',
    thanks: 'Sama-sama, Kak.',
    agreed: 'Baik, Kak. Ada lagi yang bisa saya bantu?',
    clarify: 'Maksud Kakak yang mana? Balas dengan angkanya:',
    person: 'Bicara dengan tim kami',
    unsure: 'Maaf Kak, saya belum paham pertanyaannya. Boleh ditulis dengan kata lain?',
    noSuchChoice: 'Maaf Kak, balas dengan salah satu angka di atas.',
    scope: 'Saya bisa membantu soal {scope}.',
    handOff: 'Baik Kak, pertanyaannya saya teruskan ke tim kami. Mohon tunggu sebentar, ya.',
    handOffClosed:
      'Tim kami sedang tutup, Kak. Pertanyaan Kakak sudah saya catat. Tim kami membalas {{opens_at}}, ya.',
    nobody: 'Maaf Kak, di nomor ini tidak ada staf yang membalas, hanya asisten otomatis.',
    declined:
      'Maaf Kak, yang itu belum bisa saya jawab, dan di nomor ini hanya asisten otomatis yang membalas.',
    again: 'Maaf Kak, pesannya tadi belum sempat saya jawab. Boleh dikirim lagi?',
    exit: 'Baik Kak, kita berhenti di sini. Tulis saja kalau ada yang bisa saya bantu lagi, ya.',
  },
  formal: {
    introduction: 'Selamat datang. Saya asisten otomatis.',
    greeting: 'Selamat datang, Bapak/Ibu. Ada yang dapat saya bantu?',
    offer: 'Ada yang dapat saya bantu?',
    thanks: 'Sama-sama, Bapak/Ibu.',
    agreed: 'Baik, Bapak/Ibu. Ada lagi yang dapat saya bantu?',
    clarify: 'Manakah yang Bapak/Ibu maksud? Silakan balas dengan angkanya:',
    person: 'Berbicara dengan staf kami',
    unsure: 'Mohon maaf, saya belum memahami pertanyaan Bapak/Ibu. Mohon ditulis dengan kata lain.',
    noSuchChoice: 'Mohon balas dengan salah satu angka di atas.',
    scope: 'Saya dapat membantu mengenai {scope}.',
    handOff: 'Baik, pertanyaan Bapak/Ibu saya teruskan kepada staf kami. Mohon menunggu.',
    handOffClosed:
      'Kantor kami sedang tutup. Pertanyaan Bapak/Ibu sudah saya catat. Staf kami membalas {{opens_at}}.',
    nobody: 'Mohon maaf, nomor ini hanya dijawab oleh asisten otomatis, bukan oleh staf.',
    declined:
      'Mohon maaf, pertanyaan tersebut belum dapat saya jawab, dan nomor ini hanya dijawab oleh asisten otomatis.',
    again: 'Mohon maaf, pesan Bapak/Ibu belum terjawab. Silakan dikirim kembali.',
    exit: 'Baik, Bapak/Ibu, percakapan ini saya akhiri. Silakan menulis lagi bila ada yang dapat saya bantu.',
  },
  neutral: {
    introduction: 'Halo, saya asisten otomatis.',
    greeting: 'Halo, ada yang bisa dibantu?',
    offer: 'Ada yang bisa dibantu?',
    thanks: 'Sama-sama.',
    agreed: 'Baik. Ada lagi yang bisa dibantu?',
    clarify: 'Maksud Anda yang mana? Balas dengan angkanya:',
    person: 'Bicara dengan staf',
    unsure: 'Maaf, saya belum paham pertanyaannya. Silakan tulis dengan kata lain.',
    noSuchChoice: 'Silakan balas dengan salah satu angka di atas.',
    scope: 'Saya bisa membantu soal {scope}.',
    handOff: 'Pertanyaan Anda saya teruskan ke staf kami. Mohon tunggu sebentar.',
    handOffClosed: 'Kami sedang tutup. Pertanyaan Anda sudah saya catat. Staf kami membalas {{opens_at}}.',
    nobody: 'Maaf, di nomor ini tidak ada staf yang membalas, hanya asisten otomatis.',
    declined: 'Maaf, yang itu belum bisa saya jawab, dan di nomor ini hanya asisten otomatis yang membalas.',
    again: 'Maaf, pesannya belum terjawab. Silakan dikirim lagi.',
    exit: 'Baik, sampai di sini. Silakan tulis lagi kalau ada yang bisa saya bantu.',
  },
};

const ENGLISH: Record<Tone, Texts> = {
  friendly: {
    introduction: "Hi, I'm an automated assistant.",
    greeting: 'Hi, how can I help you?',
    offer: 'How can I help you?',
    thanks: "You're welcome!",
    agreed: 'Great. Is there anything else I can help with?',
    clarify: 'Which one do you mean? Reply with the number:',
    person: 'Talk to our team',
    unsure: "Sorry, I didn't get that. Could you put it in other words?",
    noSuchChoice: 'Sorry, please reply with one of the numbers above.',
    scope: 'I can help with {scope}.',
    handOff: "I've passed your question to our team. They'll be with you shortly.",
    handOffClosed: "Our team is away right now. I've noted your question, and they'll reply {{opens_at}}.",
    nobody: 'Sorry, no staff replies on this number, only an automated assistant.',
    declined: "Sorry, I can't answer that, and only an automated assistant replies on this number.",
    again: "Sorry, I couldn't answer your message in time. Could you send it again?",
    exit: 'OK, we can stop here. Just write again if I can help with anything else.',
  },
  formal: {
    introduction: 'Welcome. I am an automated assistant.',
    greeting: 'Welcome. How may I help you?',
    offer: 'How may I help you?',
    thanks: 'You are welcome.',
    agreed: 'Very well. Is there anything else I can help you with?',
    clarify: 'Which one do you mean? Please reply with the number:',
    person: 'Speak with our staff',
    unsure: 'I am sorry, I did not understand your question. Please put it in other words.',
    noSuchChoice: 'Please reply with one of the numbers above.',
    scope: 'I can help with {scope}.',
    handOff: 'I have passed your question to our staff. Please wait a moment.',
    handOffClosed: 'Our office is closed. I have noted your question. Our staff will reply {{opens_at}}.',
    nobody: 'I am sorry, this number is answered by an automated assistant only, not by staff.',
    declined: 'I am sorry, I cannot answer that, and this number is answered by an automated assistant only.',
    again: 'I am sorry, your message was not answered. Please send it again.',
    exit: 'Certainly, we stop here. Please write again if I can help you with anything else.',
  },
  neutral: {
    introduction: 'Hello, I am an automated assistant.',
    greeting: 'Hello, how can I help?',
    offer: 'How can I help?',
    thanks: 'You are welcome.',
    agreed: 'All right. Is there anything else?',
    clarify: 'Which one do you mean? Reply with the number:',
    person: 'Talk to a person',
    unsure: 'Sorry, I did not understand the question. Please put it in other words.',
    noSuchChoice: 'Please reply with one of the numbers above.',
    scope: 'I can help with {scope}.',
    handOff: 'I passed your question to our staff. Please wait a moment.',
    handOffClosed: 'We are closed. I noted your question. Our staff will reply {{opens_at}}.',
    nobody: 'Sorry, no staff replies on this number, only an automated assistant.',
    declined: 'Sorry, I cannot answer that, and only an automated assistant replies on this number.',
    again: 'Sorry, your message was not answered. Please send it again.',
    exit: 'All right, we stop here. Write again if I can help with anything else.',
  },
};

const TEXTS: Record<Language, Record<Tone, Texts>> = { id: INDONESIAN, en: ENGLISH };

export const textsOf = (language: Language, tone: Tone): Texts => TEXTS[language][tone];
