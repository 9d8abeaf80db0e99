import { defineTexts } from '../texts/define-texts.ts';

export const csvTexts = defineTexts({
  en: {
    file: 'CSV file',
    choose: 'Choose a file',
    noFile: 'or drop it here',
    tooLarge: 'The file is larger than 20 MB. Divide it.',
    tooManyRows: 'The file has more than 50,000 rows. Divide it.',
    notText: 'This is not a CSV file. Save the table as CSV first.',
    openQuote: 'Line {line}: a quotation mark is not closed.',
    noRows: 'The file is empty.',
  },
  id: {
    file: 'File CSV',
    choose: 'Pilih file',
    noFile: 'atau letakkan di sini',
    tooLarge: 'File lebih besar dari 20 MB. Bagi dulu.',
    tooManyRows: 'File berisi lebih dari 50.000 baris. Bagi dulu.',
    notText: 'Ini bukan file CSV. Simpan tabelnya sebagai CSV dulu.',
    openQuote: 'Baris {line}: tanda kutip tidak ditutup.',
    noRows: 'File kosong.',
  },
});
