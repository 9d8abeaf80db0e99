import { defineTexts } from '../../../../texts/define-texts.ts';

export const faqTexts = defineTexts({
  en: {
    lead: 'Your answers, each with the questions that customers ask for it. The assistant sends the answer as you wrote it.',
    search: 'Search questions and answers',
    export: 'Export',
    import: 'Import',
    add: 'Add a pair',
    none: 'No FAQ pairs yet',
    noneLead: 'Begin with the question that you answer most often. Or import a spreadsheet.',
    moreQuestions: ['+ {count} question', '+ {count} questions'],
    onDevices: ['{count} device', '{count} devices'],
    newPair: 'New FAQ pair',
    editPair: 'FAQ pair',
    questions: 'What customers ask',
    questionNumber: 'Question {number}',
    removeQuestion: 'Remove question {number}',
    addQuestion: 'Another way to ask',
    questionsHint:
      'Five or more, in the words of your customers: the more ways, the surer it is. You can paste a list.',
    answer: 'Your answer',
    answerHint:
      'Sent as it is. {{customer.first_name|Kak}} becomes the first name, or “Kak” when it is unknown.',
    language: 'Language',
    anyLanguage: 'Not said',
    usedHint: 'Without the tick the pair is kept, but the assistant does not know it.',
    warned:
      'Saved. But another pair answers this question in another way, so the assistant would ask back. Keep it in one of both:',
    openOther: 'Open the other pair',
    deletePair: 'Delete this FAQ pair?',
    deletePairLead: 'The assistant forgets the answer and its questions. Messages that were sent stay.',
  },
  id: {
    lead: 'Jawaban Anda, masing-masing dengan pertanyaan pelanggan. Asisten mengirim jawaban persis seperti yang Anda tulis.',
    search: 'Cari pertanyaan dan jawaban',
    export: 'Ekspor',
    import: 'Impor',
    add: 'Tambah',
    none: 'Belum ada tanya jawab',
    noneLead: 'Mulai dari pertanyaan yang paling sering Anda jawab. Atau impor dari spreadsheet.',
    moreQuestions: '+ {count} pertanyaan',
    onDevices: '{count} perangkat',
    newPair: 'Tanya jawab baru',
    editPair: 'Tanya jawab',
    questions: 'Yang ditanyakan pelanggan',
    questionNumber: 'Pertanyaan {number}',
    removeQuestion: 'Hapus pertanyaan {number}',
    addQuestion: 'Cara bertanya lain',
    questionsHint:
      'Lima atau lebih, dengan kata-kata pelanggan Anda: makin banyak, makin yakin. Daftar bisa ditempel.',
    answer: 'Jawaban Anda',
    answerHint:
      'Dikirim apa adanya. {{customer.first_name|Kak}} menjadi nama depan, atau “Kak” bila tidak diketahui.',
    language: 'Bahasa',
    anyLanguage: 'Tidak ditentukan',
    usedHint: 'Tanpa centang, tanya jawab disimpan, tetapi asisten tidak mengetahuinya.',
    warned:
      'Tersimpan. Namun tanya jawab lain menjawab pertanyaan ini secara berbeda, jadi asisten akan bertanya balik. Simpan di salah satu saja:',
    openOther: 'Buka yang lain',
    deletePair: 'Hapus tanya jawab ini?',
    deletePairLead: 'Asisten melupakan jawaban dan pertanyaannya. Pesan yang sudah terkirim tetap ada.',
  },
});
