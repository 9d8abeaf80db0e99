import { apiString } from './text.ts';

export const phoneField = () =>
  apiString()
    .min(1, 'is required')
    .meta({
      description:
        'The number in any format, with 8 to 15 digits. A leading 0 stands for the country code ' +
        'of the account; a 0 after a country code is dropped where the country has no such numbers.',
      examples: ['0812-3456-7890'],
    });
