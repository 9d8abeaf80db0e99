import { z } from 'zod';
import { QuietHoursInput, QuietHoursView } from '../../gateway/broadcasts/quiet-hours/quiet-hours.ts';
import { READER_LANGUAGES } from '../../platform/lib/http/reader-language.ts';
import { list } from '../../platform/lib/list.ts';
import { apiString } from '../../platform/lib/text.ts';
import { webUrl } from '../../platform/lib/web-url.ts';

export const NOTICE_KINDS = [
  'assigned',
  'mentioned',
  'waiting',
  'number_gone',
  'webhook_disabled',
  'quota_near',
  'flow_failed',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
/** Agents do not get them. */
export const ADMIN_KINDS: readonly NoticeKind[] = ['webhook_disabled', 'quota_near', 'flow_failed'];

const kinds = () => list(z.enum(NOTICE_KINDS), { max: NOTICE_KINDS.length });
const minutes = z.int().min(1).max(1440);

const PUSH = { description: 'Kinds that browsers show, wherever push is on.', examples: [['assigned']] };
const EMAIL = { description: 'Kinds that come by e-mail.', examples: [['number_gone']] };
const QUIET = { description: 'No notices in these hours; afterwards one summary. Null: none.' };
const AFTER = { description: 'Minutes without a sign of you, before an e-mail is sent.', examples: [10] };

export const SetNotices = z
  .object({
    push: kinds().meta(PUSH),
    email: kinds().meta(EMAIL),
    quiet_hours: QuietHoursInput.required({ timezone: true }).nullable().meta(QUIET),
    email_after_minutes: minutes.meta(AFTER),
    language: z.enum(READER_LANGUAGES).meta({ description: 'Of the notices.', examples: ['id'] }),
  })
  .meta({ id: 'SetNotices' });
export type SetNotices = z.infer<typeof SetNotices>;

export const Notices = z
  .object({
    push: z.array(z.enum(NOTICE_KINDS)).meta(PUSH),
    email: z.array(z.enum(NOTICE_KINDS)).meta(EMAIL),
    quiet_hours: QuietHoursView.nullable().meta(QUIET),
    email_after_minutes: minutes.meta(AFTER),
    kinds: z.array(z.enum(NOTICE_KINDS)).meta({ description: 'All that your role may get.' }),
    can_email: z.boolean().meta({ description: 'Whether the gateway has a mail server.' }),
    browser: z
      .object({
        shows_text: z.boolean().meta({ description: 'Whether names and words of customers are shown.' }),
      })
      .nullable()
      .meta({ description: 'Push in the browser of this session. Null: it is off.' }),
    push_key: z.string().meta({
      description: 'The `applicationServerKey` with which a browser subscribes, base64url.',
      examples: ['BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'],
    }),
  })
  .meta({ id: 'Notices' });
export type Notices = z.infer<typeof Notices>;

const base64 = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3);
  return apiString()
    .regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), `must be ${bytes} bytes as base64url`)
    .meta({ minLength: length, maxLength: length });
};

export const SubscribeBrowser = z
  .object({
    endpoint: webUrl()
      .refine((url) => /^https:/i.test(url), 'must be an https URL')
      .meta({
        description: 'The address at the push service of the browser.',
        examples: ['https://push.example.com/a1'],
      }),
    p256dh: base64(65).meta({ description: 'The public key of the browser, base64url.' }),
    auth: base64(16).meta({ description: 'The secret of the browser, base64url.' }),
    shows_text: z.boolean().meta({
      description: 'Whether names and words of customers are shown, also on a locked screen.',
      examples: [false],
    }),
    language: z.enum(READER_LANGUAGES).meta({ description: 'Of the notices.', examples: ['id'] }),
    timezone: QuietHoursView.shape.timezone.meta({
      description: 'Of the first quiet hours of a user, 21:00 to 08:00.',
      examples: ['Asia/Jakarta'],
    }),
  })
  .meta({ id: 'SubscribeBrowser' });
export type SubscribeBrowser = z.infer<typeof SubscribeBrowser>;
