import { z } from 'zod';
import { textOf } from '../content-text.ts';
import { optional } from './fields.ts';
import { kind } from './kind.ts';

const MAX_LINE = 1_000;

const degrees = (max: number, example: number) =>
  z
    .number()
    .min(-max)
    .max(max)
    .meta({ description: `In degrees, from -${max} to ${max}.`, examples: [example] });

const Location = z
  .object({
    latitude: degrees(90, -6.175392),
    longitude: degrees(180, 106.827153),
    name: optional(MAX_LINE).meta({ examples: ['Toko Kopi'] }),
    address: optional(MAX_LINE).meta({ examples: ['Jl. Melati 5, Jakarta'] }),
  })
  .meta({ id: 'SentLocation', description: 'A place on the map.' });

export const location = kind({
  title: 'Location',
  fields: { location: Location },
  example: { location: { latitude: -6.175392, longitude: 106.827153, name: 'Toko Kopi' } },
  stored({ location: { latitude, longitude, name, address } }) {
    const place = { latitude, longitude, ...(name && { name }), ...(address && { address }) };
    const details = { kind: 'location', note: null, location: place } as const;
    return { body: textOf(details), details };
  },
});
