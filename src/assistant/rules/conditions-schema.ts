import { z } from 'zod';
import { list } from '../../platform/lib/list.ts';
import { requiredString } from '../../platform/lib/text.ts';
import { LANGUAGES } from '../languages/language.ts';
import { CUSTOMERS } from './conditions.ts';

const MAX_NAMES = 10;
const MAX_NAME = 100;
/** Of one rule. */
const MAX_ENTRY_POINTS = 50;
const MAX_AD_ID = 200;

const names = (description: string) =>
  list(
    requiredString(MAX_NAME).overwrite((text) => text.trim()),
    { max: MAX_NAMES },
  ).meta({ description, examples: [['vip']] });

const CONDITIONS = {
  customer: z.enum(CUSTOMERS).meta({
    description: '`new`: the conversation was never closed before. `returning`: it was.',
    examples: ['new'],
  }),
  language: z
    .enum(LANGUAGES)
    .nullable()
    .meta({
      description:
        'Of the message, by its frequent words. Null: any. A message whose language is not certain has none.',
      examples: [null],
    }),
  has_labels: names('Labels that the conversation must have.'),
  lacks_labels: names('Labels that it must not have.'),
  has_tags: names('Tags that the contact must have.'),
  lacks_tags: names('Tags that the contact must not have.'),
  after_broadcast: z
    .boolean()
    .nullable()
    .meta({
      description:
        'Whether the customer answers a broadcast of the last seven days: since then, only the automation has ' +
        'written. Null: either.',
      examples: [null],
    }),
  entry_point_ids: list(z.uuid().toLowerCase(), { max: MAX_ENTRY_POINTS }).meta({
    description:
      'The message must come through one of these entry points, or one of `ad_ids`. Empty, as `ad_ids`: any message.',
    examples: [[]],
  }),
  ad_ids: list(requiredString(MAX_AD_ID), { max: MAX_ENTRY_POINTS }).meta({
    description: 'Ids that the provider gave to advertisements, as for `entry_point_ids`.',
    examples: [[]],
  }),
};

/** Of a new rule. */
export const Conditions = z.object({
  customer: CONDITIONS.customer.default('any'),
  language: CONDITIONS.language.default(null),
  has_labels: CONDITIONS.has_labels.default([]),
  lacks_labels: CONDITIONS.lacks_labels.default([]),
  has_tags: CONDITIONS.has_tags.default([]),
  lacks_tags: CONDITIONS.lacks_tags.default([]),
  after_broadcast: CONDITIONS.after_broadcast.default(null),
  entry_point_ids: CONDITIONS.entry_point_ids.default([]),
  ad_ids: CONDITIONS.ad_ids.default([]),
});

/** The fields that are missing stay. */
export const ConditionsChange = z.object(CONDITIONS).partial();

const shownNames = z.array(z.string()).meta({ examples: [['vip']] });
/** In an answer. */
export const ConditionsView = z
  .object({
    customer: z.enum(CUSTOMERS).meta({ examples: ['new'] }),
    language: z
      .enum(LANGUAGES)
      .nullable()
      .meta({ examples: ['id'] }),
    has_labels: shownNames,
    lacks_labels: shownNames,
    has_tags: shownNames,
    lacks_tags: shownNames,
    after_broadcast: CONDITIONS.after_broadcast,
    entry_point_ids: CONDITIONS.entry_point_ids,
    ad_ids: CONDITIONS.ad_ids,
  })
  .meta({ id: 'AutoReplyConditions' });
