import fc from 'fast-check';
import { shortWords, words } from './words.ts';

type Value = fc.Arbitrary<Record<string, unknown>>;

const seconds = fc.integer({ min: 1_731_705_721, max: 1_782_000_000 });
const text = (...choices: string[]) => fc.constantFrom(...choices);
const wa_id = fc.integer({ min: 100_000_000, max: 9_999_999_999 }).map((n) => `62${n}`);
const error = fc.record({
  code: fc.constantFrom(130_429, 131_000, 131_026, 131_047, 131_049, 131_050, 131_042, 131_048, 131_053),
  title: words,
  message: words,
  error_data: fc.record({ details: words }),
  href: fc.constant('https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/'),
});

const template = {
  message_template_id: fc.nat(),
  message_template_name: text('welcome_template', 'order_confirmation'),
  message_template_language: text('en_US', 'id'),
};
const group = fc.record({
  timestamp: seconds.map(String),
  group_id: text('Y2FwaV9ncm91cDox'),
  type: text(
    'group_create',
    'group_delete',
    'group_participants_add',
    'group_settings_update',
    'group_suspend',
  ),
  request_id: text('r1'),
  subject: words,
  added_participants: fc.array(fc.record({ wa_id })),
  failed_participants: fc.array(fc.record({ input: wa_id, errors: fc.array(error) })),
  errors: fc.array(error, { maxLength: 2 }),
});
const groups = fc.record({ groups: fc.array(group, { minLength: 1, maxLength: 3 }) });

/** Fields about the whole account: they name no number, or name it by its digits. */
export const ACCOUNT_FIELDS: Readonly<Record<string, Value>> = {
  account_alerts: fc.record({
    entity_type: text('BUSINESS', 'PHONE_NUMBER', 'WABA'),
    entity_id: text('506914307656634'),
    alert_info: fc.record({
      alert_severity: text('WARNING', 'CRITICAL'),
      alert_status: text('ACTIVE'),
      alert_type: text('INCREASED_CAPABILITIES_ELIGIBILITY_DEFERRED', 'OBA_APPROVED'),
      alert_description: words,
    }),
  }),
  account_review_update: fc.record({ decision: text('APPROVED', 'REJECTED', 'PENDING', 'DEFERRED') }),
  account_update: fc.record(
    {
      event: text(
        ...[
          'VERIFIED_ACCOUNT',
          'DISABLED_UPDATE',
          'ACCOUNT_VIOLATION',
          'ACCOUNT_RESTRICTION',
          'PARTNER_ADDED',
        ],
        ...[
          'AUTH_INTL_PRICE_ELIGIBILITY_UPDATE',
          'BUSINESS_PRIMARY_LOCATION_COUNTRY_UPDATE',
          'AD_ACCOUNT_LINKED',
        ],
        ...[
          'ACCOUNT_OFFBOARDED',
          'ACCOUNT_RECONNECTED',
          'MM_LITE_TERMS_SIGNED',
          'VOLUME_BASED_PRICING_TIER_UPDATE',
        ],
      ),
      ban_info: fc.record({
        waba_ban_state: fc.oneof(text('SCHEDULE_FOR_DISABLE'), fc.constant(['REINSTATE'])),
        waba_ban_date: text('April 30, 2026'),
      }),
      violation_info: fc.record({ violation_type: text('ADULT', 'SPAM') }),
      restriction_info: fc.array(
        fc.record({
          restriction_type: text('RESTRICTED_BIZ_INITIATED_MESSAGING', 'RESTRICTED_ADD_PHONE_NUMBER_ACTION'),
          expiration: fc.oneof(seconds, seconds.map(String)),
        }),
      ),
      country: text('ID'),
      waba_info: fc.record({ owner_business_id: text('2329417887457253') }),
    },
    { requiredKeys: ['event'] },
  ),
  account_settings_update: fc.record({ type: text('PHONE_NUMBER_SETTINGS'), detail: words }),
  business_capability_update: fc.record({
    max_daily_conversations_per_business: fc.constantFrom<unknown>(2_000, 'TIER_2K', -1),
    max_phone_numbers_per_waba: fc.nat(50),
  }),
  business_status_update: fc.record({
    business_id: text('506914307656634'),
    event: text('COMPROMISED_NOTIFICATION'),
  }),
  business_username_updates: fc.record({
    display_phone_number: wa_id,
    username: shortWords,
    status: text('approved', 'reserved', 'deleted'),
  }),
  flows: fc.record({
    event: text('FLOW_STATUS_CHANGE', 'CLIENT_ERROR_RATE', 'ENDPOINT_LATENCY', 'ENDPOINT_AVAILABILITY'),
    message: words,
    flow_id: text('12345678'),
    old_status: text('DRAFT'),
    new_status: text('PUBLISHED', 'THROTTLED', 'BLOCKED'),
  }),
  message_template_components_update: fc.record({ ...template, message_template_element: words }),
  message_template_quality_update: fc.record({
    ...template,
    previous_quality_score: text('GREEN'),
    new_quality_score: text('YELLOW', 'RED', 'UNKNOWN'),
  }),
  message_template_status_update: fc.record({
    ...template,
    event: text('APPROVED', 'REJECTED', 'PAUSED', 'DISABLED', 'FLAGGED', 'PENDING_DELETION', 'IN_APPEAL'),
    reason: fc.option(text('INVALID_FORMAT', 'NONE', 'SCAM')),
    disable_info: fc.record({ disable_date: text('DATE') }),
    other_info: fc.record({ title: text('FIRST_PAUSE'), description: words }),
  }),
  partner_solutions: fc.record({
    event: text('SOLUTION_CREATED'),
    solution_id: text('7'),
    solution_status: text('INITIATED'),
  }),
  payment_configuration_update: fc.record({
    configuration_name: text('razorpay-prod'),
    provider_name: text('razorpay'),
    status: text('Needs Testing', 'Active'),
    created_timestamp: seconds,
  }),
  phone_number_name_update: fc.record({
    display_phone_number: wa_id,
    decision: text('APPROVED', 'REJECTED', 'DEFERRED'),
    requested_verified_name: words,
    rejection_reason: fc.option(words),
  }),
  phone_number_quality_update: fc.record({
    display_phone_number: wa_id,
    event: text('ONBOARDING', 'THROUGHPUT_UPGRADE', 'UPGRADE', 'DOWNGRADE', 'FLAGGED', 'UNFLAGGED'),
    old_limit: text('TIER_1K'),
    current_limit: text('TIER_UNLIMITED', 'TIER_NOT_SET'),
  }),
  security: fc.record({
    display_phone_number: wa_id,
    event: text('PIN_CHANGED', 'PIN_RESET_REQUEST'),
    requester: text('61'),
  }),
  template_category_update: fc.record({
    ...template,
    previous_category: text('UTILITY'),
    new_category: text('MARKETING'),
  }),
  template_correct_category_detection: fc.record({
    ...template,
    category: text('UTILITY'),
    correct_category: text('MARKETING'),
  }),
  tracking_events: fc.record({
    event_name: text('click'),
    events: fc.array(fc.record({ tracking_data: fc.record({ click_id: text('x') }), timestamp: seconds })),
  }),
  a_field_of_tomorrow: fc.record({ what: words, parts: fc.array(words) }),
};

/** A message of a chat that is over: its author may be the business. */
const past = fc.record({
  from: wa_id,
  to: wa_id,
  id: fc.nat(500).map((n) => `wamid.past.${n}`),
  timestamp: fc.oneof(seconds, seconds.map(String)),
  type: text('text', 'media_placeholder', 'image', 'reaction', 'errors'),
  text: fc.record({ body: words }),
  image: fc.record({ id: text('24230790383178626'), mime_type: text('image/jpeg'), caption: words }),
  history_context: fc.record({ status: text('READ', 'PLAYED', 'PENDING', 'ERROR') }),
});

/** Fields about one number, beside `messages`. */
export const NUMBER_FIELDS: Readonly<Record<string, Value>> = {
  automatic_events: fc.record({
    automatic_events: fc.array(
      fc.record({
        id: text('wamid.x'),
        event_name: text('LeadSubmitted', 'Purchase'),
        timestamp: seconds,
        ctwa_clid: text('Aff-x'),
        custom_data: fc.record({ currency: text('IDR'), value: fc.nat() }),
      }),
    ),
  }),
  calls: fc.record({
    contacts: fc.array(fc.record({ profile: fc.record({ name: shortWords }), wa_id }), { maxLength: 1 }),
    calls: fc.array(
      fc.record(
        {
          id: fc.nat().map((n) => `wacid.${n}`),
          from: wa_id,
          to: wa_id,
          event: text('connect', 'terminate'),
          direction: text('USER_INITIATED', 'BUSINESS_INITIATED'),
          status: fc.oneof(text('COMPLETED', 'FAILED'), fc.constant(['FAILED'])),
          timestamp: fc.oneof(seconds, seconds.map(String)),
          duration: fc.nat(),
          session: fc.record({ sdp_type: text('offer'), sdp: words }),
          errors: fc.array(error, { maxLength: 1 }),
        },
        { requiredKeys: ['id', 'event', 'from'] },
      ),
      { maxLength: 2 },
    ),
    statuses: fc.array(
      fc.record({
        id: text('wacid.1'),
        type: text('call'),
        status: text('RINGING', 'ACCEPTED', 'REJECTED'),
        recipient_id: wa_id,
      }),
      { maxLength: 1 },
    ),
  }),
  group_lifecycle_update: groups,
  group_participants_update: groups,
  group_settings_update: groups,
  group_status_update: groups,
  history: fc.record({
    history: fc.array(
      fc.record({
        metadata: fc.record({ phase: fc.nat(2), chunk_order: fc.nat(9), progress: fc.nat(100) }),
        threads: fc.array(fc.record({ id: wa_id, messages: fc.array(past, { maxLength: 4 }) }), {
          maxLength: 2,
        }),
        errors: fc.array(fc.oneof(error, fc.record({ code: fc.constant(2_593_109) })), { maxLength: 1 }),
      }),
      { maxLength: 2 },
    ),
    messages: fc.array(past, { maxLength: 2 }),
  }),
  message_echoes: fc.record({ message_echoes: fc.array(past, { maxLength: 2 }) }),
  messaging_handovers: fc.record({
    sender: fc.record({ wa_id }),
    type: text('control_passed', 'control_taken'),
    control_passed: fc.record({ previous_owner: text('agent'), new_owner: text('app'), metadata: words }),
    timestamp: seconds,
  }),
  smb_app_state_sync: fc.record({
    state_sync: fc.array(
      fc.record({
        type: text('contact'),
        contact: fc.record({ full_name: shortWords, first_name: shortWords, phone_number: wa_id }),
        action: text('add', 'remove'),
        metadata: fc.record({ timestamp: seconds.map(String) }),
      }),
      { maxLength: 3 },
    ),
  }),
  standby: fc.record({
    messages: fc.array(past, { maxLength: 2 }),
    statuses: fc.array(fc.constant({ id: 'x', status: 'read' })),
  }),
  user_preferences: fc.record({
    contacts: fc.array(fc.record({ wa_id }), { maxLength: 1 }),
    user_preferences: fc.array(
      fc.record({
        wa_id,
        detail: words,
        category: text('marketing_messages'),
        value: text('stop', 'resume'),
        timestamp: seconds,
      }),
      { maxLength: 2 },
    ),
  }),
  user_id_update: fc.record({
    user_id_update: fc.array(
      fc.record({ wa_id, user_id: fc.record({ previous: text('ID.1'), current: text('ID.2') }) }),
    ),
  }),
  a_number_field_of_tomorrow: fc.record({ what: words, items: fc.array(words) }),
};

/** A report about a message that the number sent. */
export const statusItem = fc.record(
  {
    id: text('wamid.unknown'),
    status: text(
      'sent',
      'delivered',
      'read',
      'failed',
      'played',
      'deleted',
      'warning',
      'a status of tomorrow',
    ),
    timestamp: fc.oneof(seconds, seconds.map(String)),
    recipient_id: wa_id,
    recipient_user_id: text('ID.7'),
    recipient_type: text('group'),
    biz_opaque_callback_data: text('kurir.unknown', 'of another program'),
    conversation: fc.record({
      id: text('c'),
      expiration_timestamp: seconds,
      origin: fc.record({ type: text('service') }),
    }),
    pricing: fc.record({ billable: fc.boolean(), pricing_model: text('PMP'), category: text('service') }),
    errors: fc.array(error, { maxLength: 2 }),
  },
  { requiredKeys: ['id', 'status', 'timestamp'] },
);

export const errorItem = error;
