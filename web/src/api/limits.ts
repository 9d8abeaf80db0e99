// Written by `npm run docs` from the routes of staff. Do not edit.

export const CreateDevice = {
  label: { maxLength: 255, required: true },
  official_phone_number_id: { required: true },
  official_access_token: { maxLength: 4096, required: true },
  official_app_secret: { maxLength: 200, required: true },
} as const;

export const ChangeDevice = {
  label: { maxLength: 255, required: true },
} as const;

export const PairByCode = {
  phone_number: { maxLength: 100, required: true },
} as const;

export const RotateCredentials = {
  official_access_token: { maxLength: 4096, required: true },
  official_app_secret: { maxLength: 200, required: true },
} as const;

export const listTemplates = {
  refresh: { default: "false" },
} as const;

export const NewTemplate = {
  name: { required: true },
  language: { required: true },
  header: { default: null, nullable: true },
  'header.text': { maxLength: 60, required: true },
  'header.handle': { maxLength: 4096, required: true },
  header_media_url: { maxLength: 2048, nullable: true },
  header_media_id: { nullable: true },
  body: { maxLength: 1024, required: true },
  footer: { maxLength: 60, default: null, nullable: true },
  buttons: { maxItems: 10, default: [] },
  'buttons.*.text': { maxLength: 25, required: true },
  'buttons.*.url': { maxLength: 2000, required: true },
  'buttons.*.phone_number': { required: true },
  'buttons.*.flow_id': { maxLength: 64, required: true },
  'buttons.*.flow_action': { default: "navigate" },
  'buttons.*.navigate_screen': { maxLength: 200, default: null, nullable: true },
  examples: { default: {} },
  'authentication.security_recommendation': { default: true },
  'authentication.code_expiration_minutes': { minimum: 1, maximum: 90, default: null, nullable: true },
  'authentication.apps': { maxItems: 5, default: [] },
  'authentication.apps.*.package_name': { required: true },
  'authentication.apps.*.signature_hash': { required: true },
  'authentication.zero_tap_terms_accepted': { default: false },
} as const;

export const TemplateChange = {
  header: { nullable: true },
  'header.text': { maxLength: 60, required: true },
  'header.handle': { maxLength: 4096, required: true },
  header_media_url: { maxLength: 2048, nullable: true },
  header_media_id: { nullable: true },
  body: { maxLength: 1024, required: true },
  footer: { maxLength: 60, nullable: true },
  buttons: { maxItems: 10 },
  'buttons.*.text': { maxLength: 25, required: true },
  'buttons.*.url': { maxLength: 2000, required: true },
  'buttons.*.phone_number': { required: true },
  'buttons.*.flow_id': { maxLength: 64, required: true },
  'buttons.*.flow_action': { default: "navigate" },
  'buttons.*.navigate_screen': { maxLength: 200, default: null, nullable: true },
  'authentication.security_recommendation': { default: true },
  'authentication.code_expiration_minutes': { minimum: 1, maximum: 90, default: null, nullable: true },
  'authentication.apps': { maxItems: 5, default: [] },
  'authentication.apps.*.package_name': { required: true },
  'authentication.apps.*.signature_hash': { required: true },
  'authentication.zero_tap_terms_accepted': { default: false },
} as const;

export const previewAuthenticationTemplate = {
  security_recommendation: { default: "true" },
  code_expiration_minutes: { minimum: 1, maximum: 90 },
} as const;

export const listGroups = {
  q: { maxLength: 100 },
} as const;

export const CheckNumbers = {
  device_uuid: { required: true },
  numbers: { minItems: 1, maxItems: 50, required: true },
  'numbers.*': { maxLength: 100 },
} as const;

export const listMessages = {
  phone: { maxLength: 255, required: true },
  broadcast_id: { minimum: 1 },
} as const;

export const SendMessage = {
  device_uuid: { required: true },
  to: { required: true },
  quote: { minimum: 1, nullable: true },
  type: { default: "text" },
  body: { maxLength: 65536, required: true },
  media_url: { nullable: true },
  media_id: { nullable: true },
  interactive: { required: true },
  'interactive.header': { maxLength: 60, nullable: true },
  'interactive.footer': { maxLength: 60, nullable: true },
  'interactive.buttons': { minItems: 1, maxItems: 3, required: true },
  'interactive.buttons.*.id': { maxLength: 256, required: true },
  'interactive.buttons.*.title': { maxLength: 20, required: true },
  'interactive.button_text': { maxLength: 20, required: true },
  'interactive.sections': { minItems: 1, maxItems: 10, required: true },
  'interactive.sections.*.title': { maxLength: 24, nullable: true },
  'interactive.sections.*.rows': { minItems: 1, maxItems: 10, required: true },
  'interactive.sections.*.rows.*.id': { maxLength: 200, required: true },
  'interactive.sections.*.rows.*.title': { maxLength: 24, required: true },
  'interactive.sections.*.rows.*.description': { maxLength: 72, nullable: true },
  template: { required: true },
  'template.name': { maxLength: 512, required: true },
  'template.language': { maxLength: 35, required: true },
  'template.variables': { maxItems: 100 },
  'template.header_media_url': { maxLength: 2048, nullable: true },
  'template.header_media_id': { nullable: true },
  'template.buttons': { maxItems: 10, nullable: true },
  location: { required: true },
  'location.latitude': { minimum: -90, maximum: 90, required: true },
  'location.longitude': { minimum: -180, maximum: 180, required: true },
  'location.name': { maxLength: 1000, nullable: true },
  'location.address': { maxLength: 1000, nullable: true },
  contacts: { minItems: 1, maxItems: 50, required: true },
  'contacts.*.name': { required: true },
  'contacts.*.name.formatted_name': { maxLength: 200, required: true },
  'contacts.*.name.first_name': { maxLength: 200, nullable: true },
  'contacts.*.name.middle_name': { maxLength: 200, nullable: true },
  'contacts.*.name.last_name': { maxLength: 200, nullable: true },
  'contacts.*.name.prefix': { maxLength: 200, nullable: true },
  'contacts.*.name.suffix': { maxLength: 200, nullable: true },
  'contacts.*.phones': { maxItems: 10 },
  'contacts.*.phones.*.phone': { maxLength: 50, required: true },
  'contacts.*.emails': { maxItems: 10 },
  'contacts.*.emails.*.email': { maxLength: 200, required: true },
  'contacts.*.org.company': { maxLength: 200, nullable: true },
  'contacts.*.org.department': { maxLength: 200, nullable: true },
  'contacts.*.org.title': { maxLength: 200, nullable: true },
  'contacts.*.addresses': { maxItems: 10 },
  'contacts.*.addresses.*.street': { maxLength: 200, nullable: true },
  'contacts.*.addresses.*.city': { maxLength: 200, nullable: true },
  'contacts.*.addresses.*.state': { maxLength: 200, nullable: true },
  'contacts.*.addresses.*.zip': { maxLength: 200, nullable: true },
  'contacts.*.addresses.*.country': { maxLength: 200, nullable: true },
  'contacts.*.addresses.*.country_code': { maxLength: 200, nullable: true },
  'contacts.*.urls': { maxItems: 10 },
  'contacts.*.urls.*.url': { maxLength: 2048, required: true },
  reaction: { required: true },
  'reaction.message_id': { minimum: 1, required: true },
  'reaction.emoji': { nullable: true },
  'interactive.url': { maxLength: 2048, required: true },
  'interactive.catalog_id': { maxLength: 100, required: true },
  'interactive.product_id': { maxLength: 100, required: true },
  'interactive.sections.*.product_ids': { minItems: 1, maxItems: 30, required: true },
  'interactive.sections.*.product_ids.*': { maxLength: 100, required: true },
  'interactive.flow_id': { maxLength: 100, required: true },
  'interactive.flow_token': { maxLength: 200, nullable: true },
  'interactive.screen': { maxLength: 100, nullable: true },
} as const;

export const getMessageFigures = {
  group: { default: "day" },
} as const;

export const exportMessages = {
  phone: { maxLength: 255, required: true },
  broadcast_id: { minimum: 1 },
} as const;

export const EditMessage = {
  body: { maxLength: 65536, required: true },
} as const;

export const uploadMedia = {
  file_name: { maxLength: 1000 },
} as const;

export const listContacts = {
  fields: { maxLength: 1000 },
  active_days: { minimum: 1, maximum: 3650 },
  silent_days: { minimum: 1, maximum: 3650 },
  per_page: { minimum: 1, default: 50 },
  page: { minimum: 1, default: 1 },
} as const;

export const ContactUpsert = {
  phone: { required: true },
  name: { maxLength: 255, nullable: true },
  email: { maxLength: 254, nullable: true },
  tags: { maxItems: 100, nullable: true },
  'tags.*': { maxLength: 100, required: true },
  tags_add: { maxItems: 100, nullable: true },
  'tags_add.*': { maxLength: 100, required: true },
  tags_remove: { maxItems: 100, nullable: true },
  'tags_remove.*': { maxLength: 100, required: true },
  fields: { nullable: true },
} as const;

export const ContactBatch = {
  contacts: { minItems: 1, maxItems: 200, required: true },
  'contacts.*.phone': { required: true },
  'contacts.*.name': { maxLength: 255, nullable: true },
  'contacts.*.email': { maxLength: 254, nullable: true },
  'contacts.*.tags': { maxItems: 100, nullable: true },
  'contacts.*.tags.*': { maxLength: 100, required: true },
  'contacts.*.tags_add': { maxItems: 100, nullable: true },
  'contacts.*.tags_add.*': { maxLength: 100, required: true },
  'contacts.*.tags_remove': { maxItems: 100, nullable: true },
  'contacts.*.tags_remove.*': { maxLength: 100, required: true },
  'contacts.*.fields': { nullable: true },
  import_id: { nullable: true },
} as const;

export const exportContacts = {
  fields: { maxLength: 1000 },
  active_days: { minimum: 1, maximum: 3650 },
  silent_days: { minimum: 1, maximum: 3650 },
} as const;

export const ContactBulkRequest = {
  tags: { maxItems: 20 },
  'tags.*': { maxLength: 100, required: true },
  contact_ids: { minItems: 1, maxItems: 1000 },
  'contact_ids.*': { minimum: 1 },
  'filter.fields': { maxLength: 1000 },
  'filter.active_days': { minimum: 1, maximum: 3650 },
  'filter.silent_days': { minimum: 1, maximum: 3650 },
} as const;

export const ContactChange = {
  phone: { required: true },
  name: { maxLength: 255, nullable: true },
  email: { maxLength: 254, nullable: true },
  tags: { maxItems: 100, nullable: true },
  'tags.*': { maxLength: 100, required: true },
  tags_add: { maxItems: 100, nullable: true },
  'tags_add.*': { maxLength: 100, required: true },
  tags_remove: { maxItems: 100, nullable: true },
  'tags_remove.*': { maxLength: 100, required: true },
  fields: { nullable: true },
  notes: { maxLength: 1000, nullable: true },
} as const;

export const ContactFieldCreate = {
  name: { maxLength: 40, required: true },
  choices: { minItems: 1, maxItems: 100 },
  'choices.*': { maxLength: 100, required: true },
} as const;

export const ContactFieldChange = {
  choices: { minItems: 1, maxItems: 100, required: true },
  'choices.*': { maxLength: 100, required: true },
} as const;

export const ContactSegmentCreate = {
  name: { maxLength: 100, required: true },
  filter: { required: true },
  'filter.fields': { maxLength: 1000 },
  'filter.active_days': { minimum: 1, maximum: 3650 },
  'filter.silent_days': { minimum: 1, maximum: 3650 },
} as const;

export const ContactSegmentChange = {
  name: { maxLength: 100, required: true },
  'filter.fields': { maxLength: 1000 },
  'filter.active_days': { minimum: 1, maximum: 3650 },
  'filter.silent_days': { minimum: 1, maximum: 3650 },
} as const;

export const ContactCheck = {
  phones: { minItems: 1, maxItems: 200, required: true },
} as const;

export const listBroadcasts = {
  per_page: { minimum: 1, default: 50 },
  page: { minimum: 1, default: 1 },
} as const;

export const CreateBroadcast = {
  device_uuid: { required: true },
  message_template: { maxLength: 65536, nullable: true },
  template: { nullable: true },
  'template.name': { maxLength: 512, required: true },
  'template.language': { maxLength: 35, required: true },
  'template.variables': { maxItems: 100 },
  'template.header_media_url': { maxLength: 2048, nullable: true },
  'template.header_media_id': { nullable: true },
  'template.buttons': { maxItems: 10, nullable: true },
  type: { nullable: true },
  media_url: { maxLength: 2048, nullable: true },
  media_id: { nullable: true },
  tags: { maxItems: 1000, nullable: true },
  'tags.*': { required: true },
  contact_ids: { maxItems: 500000, nullable: true },
  recipients_of: { nullable: true },
  'recipients_of.broadcast_id': { required: true },
  segment_id: { nullable: true },
  delay_min_seconds: { minimum: 0, maximum: 86400, nullable: true },
  delay_max_seconds: { minimum: 0, maximum: 86400, nullable: true },
  scheduled_at: { nullable: true },
  quiet_hours: { nullable: true },
  'quiet_hours.from': { required: true },
  'quiet_hours.to': { required: true },
  'quiet_hours.timezone': { maxLength: 64 },
  name: { maxLength: 255, required: true },
} as const;

export const ChangeBroadcast = {
  name: { maxLength: 255, required: true },
  message_template: { maxLength: 65536, nullable: true },
  template: { nullable: true },
  'template.name': { maxLength: 512, required: true },
  'template.language': { maxLength: 35, required: true },
  'template.variables': { maxItems: 100 },
  'template.header_media_url': { maxLength: 2048, nullable: true },
  'template.header_media_id': { nullable: true },
  'template.buttons': { maxItems: 10, nullable: true },
  type: { nullable: true },
  media_url: { maxLength: 2048, nullable: true },
  media_id: { nullable: true },
  tags: { maxItems: 1000, nullable: true },
  'tags.*': { required: true },
  contact_ids: { maxItems: 500000, nullable: true },
  recipients_of: { nullable: true },
  'recipients_of.broadcast_id': { required: true },
  segment_id: { nullable: true },
  delay_min_seconds: { minimum: 0, maximum: 86400, nullable: true },
  delay_max_seconds: { minimum: 0, maximum: 86400, nullable: true },
  scheduled_at: { nullable: true },
  quiet_hours: { nullable: true },
  'quiet_hours.from': { required: true },
  'quiet_hours.to': { required: true },
  'quiet_hours.timezone': { maxLength: 64 },
} as const;

export const PreviewBroadcast = {
  device_uuid: { required: true },
  message_template: { maxLength: 65536, nullable: true },
  template: { nullable: true },
  'template.name': { maxLength: 512, required: true },
  'template.language': { maxLength: 35, required: true },
  'template.variables': { maxItems: 100 },
  'template.header_media_url': { maxLength: 2048, nullable: true },
  'template.header_media_id': { nullable: true },
  'template.buttons': { maxItems: 10, nullable: true },
  type: { nullable: true },
  media_url: { maxLength: 2048, nullable: true },
  media_id: { nullable: true },
  tags: { maxItems: 1000, nullable: true },
  'tags.*': { required: true },
  contact_ids: { maxItems: 500000, nullable: true },
  recipients_of: { nullable: true },
  'recipients_of.broadcast_id': { required: true },
  segment_id: { nullable: true },
  delay_min_seconds: { minimum: 0, maximum: 86400, nullable: true },
  delay_max_seconds: { minimum: 0, maximum: 86400, nullable: true },
  scheduled_at: { nullable: true },
  quiet_hours: { nullable: true },
  'quiet_hours.from': { required: true },
  'quiet_hours.to': { required: true },
  'quiet_hours.timezone': { maxLength: 64 },
} as const;

export const TestBroadcast = {
  device_uuid: { required: true },
  message_template: { maxLength: 65536, nullable: true },
  template: { nullable: true },
  'template.name': { maxLength: 512, required: true },
  'template.language': { maxLength: 35, required: true },
  'template.variables': { maxItems: 100 },
  'template.header_media_url': { maxLength: 2048, nullable: true },
  'template.header_media_id': { nullable: true },
  'template.buttons': { maxItems: 10, nullable: true },
  type: { nullable: true },
  media_url: { maxLength: 2048, nullable: true },
  media_id: { nullable: true },
  to: { required: true },
} as const;

export const SetQuietHours = {
  quiet_hours: { nullable: true },
  'quiet_hours.from': { required: true },
  'quiet_hours.to': { required: true },
  'quiet_hours.timezone': { maxLength: 64 },
} as const;

export const listOptOuts = {
  per_page: { minimum: 1, default: 50 },
  page: { minimum: 1, default: 1 },
} as const;

export const AddOptOut = {
  phone: { required: true },
} as const;

export const SetOptOutWords = {
  opt_out_words: { minItems: 1, maxItems: 20, nullable: true },
  'opt_out_words.*': { maxLength: 40, required: true },
  opt_in_words: { maxItems: 20, nullable: true },
  'opt_in_words.*': { maxLength: 40, required: true },
} as const;

export const getCosts = {
  group_by: { default: "day" },
} as const;

export const SetCostCap = {
  cap: { nullable: true },
  'cap.amount': { required: true },
  'cap.currency': { required: true },
} as const;

export const RegisterWebhook = {
  url: { maxLength: 2048, required: true },
  events: { minItems: 1, maxItems: 20, required: true },
  device_uuids: { minItems: 1, maxItems: 100, nullable: true },
} as const;

export const ChangeWebhook = {
  events: { minItems: 1, maxItems: 20 },
  device_uuids: { minItems: 1, maxItems: 100, nullable: true },
} as const;

export const RotateSecret = {
  overlap_hours: { minimum: 0, maximum: 168, default: 24 },
} as const;

export const listWebhookDeliveries = {
  per_page: { minimum: 1, default: 50 },
} as const;

export const ReplayEvents = {
  until: { nullable: true },
  only: { default: "undelivered" },
  cursor: { nullable: true },
} as const;

export const CreateApiKey = {
  name: { maxLength: 255, required: true },
  expires_at: { nullable: true },
  allowed_addresses: { maxItems: 50, nullable: true },
} as const;

export const listConversations = {
  chat: { default: "private" },
  assignee: { maxLength: 100, required: true },
  team: { maxLength: 100, required: true },
  phone: { maxLength: 255, required: true },
  q: { maxLength: 200, required: true },
  label: { maxLength: 100, required: true },
  order: { default: "latest" },
} as const;

export const StartConversation = {
  to: { maxLength: 512, required: true },
  message: { required: true },
  'message.type': { default: "text" },
  'message.body': { maxLength: 65536, required: true },
  'message.media_url': { nullable: true },
  'message.quote': { minimum: 1, nullable: true },
  'message.ownership_version': { minimum: 0 },
  'message.seen_message_id': { minimum: 0 },
  'message.actor': { maxLength: 100, required: true },
  'message.media_id': { nullable: true },
  'message.interactive': { required: true },
  'message.interactive.header': { maxLength: 60, nullable: true },
  'message.interactive.footer': { maxLength: 60, nullable: true },
  'message.interactive.buttons': { minItems: 1, maxItems: 3, required: true },
  'message.interactive.buttons.*.id': { maxLength: 256, required: true },
  'message.interactive.buttons.*.title': { maxLength: 20, required: true },
  'message.interactive.button_text': { maxLength: 20, required: true },
  'message.interactive.sections': { minItems: 1, maxItems: 10, required: true },
  'message.interactive.sections.*.title': { maxLength: 24, nullable: true },
  'message.interactive.sections.*.rows': { minItems: 1, maxItems: 10, required: true },
  'message.interactive.sections.*.rows.*.id': { maxLength: 200, required: true },
  'message.interactive.sections.*.rows.*.title': { maxLength: 24, required: true },
  'message.interactive.sections.*.rows.*.description': { maxLength: 72, nullable: true },
  'message.template': { required: true },
  'message.template.name': { maxLength: 512, required: true },
  'message.template.language': { maxLength: 35, required: true },
  'message.template.variables': { maxItems: 100 },
  'message.template.header_media_url': { maxLength: 2048, nullable: true },
  'message.template.header_media_id': { nullable: true },
  'message.template.buttons': { maxItems: 10, nullable: true },
  'message.location': { required: true },
  'message.location.latitude': { minimum: -90, maximum: 90, required: true },
  'message.location.longitude': { minimum: -180, maximum: 180, required: true },
  'message.location.name': { maxLength: 1000, nullable: true },
  'message.location.address': { maxLength: 1000, nullable: true },
  'message.contacts': { minItems: 1, maxItems: 50, required: true },
  'message.contacts.*.name': { required: true },
  'message.contacts.*.name.formatted_name': { maxLength: 200, required: true },
  'message.contacts.*.name.first_name': { maxLength: 200, nullable: true },
  'message.contacts.*.name.middle_name': { maxLength: 200, nullable: true },
  'message.contacts.*.name.last_name': { maxLength: 200, nullable: true },
  'message.contacts.*.name.prefix': { maxLength: 200, nullable: true },
  'message.contacts.*.name.suffix': { maxLength: 200, nullable: true },
  'message.contacts.*.phones': { maxItems: 10 },
  'message.contacts.*.phones.*.phone': { maxLength: 50, required: true },
  'message.contacts.*.emails': { maxItems: 10 },
  'message.contacts.*.emails.*.email': { maxLength: 200, required: true },
  'message.contacts.*.org.company': { maxLength: 200, nullable: true },
  'message.contacts.*.org.department': { maxLength: 200, nullable: true },
  'message.contacts.*.org.title': { maxLength: 200, nullable: true },
  'message.contacts.*.addresses': { maxItems: 10 },
  'message.contacts.*.addresses.*.street': { maxLength: 200, nullable: true },
  'message.contacts.*.addresses.*.city': { maxLength: 200, nullable: true },
  'message.contacts.*.addresses.*.state': { maxLength: 200, nullable: true },
  'message.contacts.*.addresses.*.zip': { maxLength: 200, nullable: true },
  'message.contacts.*.addresses.*.country': { maxLength: 200, nullable: true },
  'message.contacts.*.addresses.*.country_code': { maxLength: 200, nullable: true },
  'message.contacts.*.urls': { maxItems: 10 },
  'message.contacts.*.urls.*.url': { maxLength: 2048, required: true },
  'message.reaction': { required: true },
  'message.reaction.message_id': { minimum: 1, required: true },
  'message.reaction.emoji': { nullable: true },
  'message.interactive.url': { maxLength: 2048, required: true },
  'message.interactive.catalog_id': { maxLength: 100, required: true },
  'message.interactive.product_id': { maxLength: 100, required: true },
  'message.interactive.sections.*.product_ids': { minItems: 1, maxItems: 30, required: true },
  'message.interactive.sections.*.product_ids.*': { maxLength: 100, required: true },
  'message.interactive.flow_id': { maxLength: 100, required: true },
  'message.interactive.flow_token': { maxLength: 200, nullable: true },
  'message.interactive.screen': { maxLength: 100, nullable: true },
} as const;

export const listConversationMessages = {
  q: { maxLength: 200, required: true },
  around: { maxLength: 512, required: true },
} as const;

export const SendReply = {
  type: { default: "text" },
  body: { maxLength: 65536, required: true },
  media_url: { nullable: true },
  quote: { minimum: 1, nullable: true },
  ownership_version: { minimum: 0 },
  seen_message_id: { minimum: 0 },
  actor: { maxLength: 100, required: true },
  media_id: { nullable: true },
  interactive: { required: true },
  'interactive.header': { maxLength: 60, nullable: true },
  'interactive.footer': { maxLength: 60, nullable: true },
  'interactive.buttons': { minItems: 1, maxItems: 3, required: true },
  'interactive.buttons.*.id': { maxLength: 256, required: true },
  'interactive.buttons.*.title': { maxLength: 20, required: true },
  'interactive.button_text': { maxLength: 20, required: true },
  'interactive.sections': { minItems: 1, maxItems: 10, required: true },
  'interactive.sections.*.title': { maxLength: 24, nullable: true },
  'interactive.sections.*.rows': { minItems: 1, maxItems: 10, required: true },
  'interactive.sections.*.rows.*.id': { maxLength: 200, required: true },
  'interactive.sections.*.rows.*.title': { maxLength: 24, required: true },
  'interactive.sections.*.rows.*.description': { maxLength: 72, nullable: true },
  template: { required: true },
  'template.name': { maxLength: 512, required: true },
  'template.language': { maxLength: 35, required: true },
  'template.variables': { maxItems: 100 },
  'template.header_media_url': { maxLength: 2048, nullable: true },
  'template.header_media_id': { nullable: true },
  'template.buttons': { maxItems: 10, nullable: true },
  location: { required: true },
  'location.latitude': { minimum: -90, maximum: 90, required: true },
  'location.longitude': { minimum: -180, maximum: 180, required: true },
  'location.name': { maxLength: 1000, nullable: true },
  'location.address': { maxLength: 1000, nullable: true },
  contacts: { minItems: 1, maxItems: 50, required: true },
  'contacts.*.name': { required: true },
  'contacts.*.name.formatted_name': { maxLength: 200, required: true },
  'contacts.*.name.first_name': { maxLength: 200, nullable: true },
  'contacts.*.name.middle_name': { maxLength: 200, nullable: true },
  'contacts.*.name.last_name': { maxLength: 200, nullable: true },
  'contacts.*.name.prefix': { maxLength: 200, nullable: true },
  'contacts.*.name.suffix': { maxLength: 200, nullable: true },
  'contacts.*.phones': { maxItems: 10 },
  'contacts.*.phones.*.phone': { maxLength: 50, required: true },
  'contacts.*.emails': { maxItems: 10 },
  'contacts.*.emails.*.email': { maxLength: 200, required: true },
  'contacts.*.org.company': { maxLength: 200, nullable: true },
  'contacts.*.org.department': { maxLength: 200, nullable: true },
  'contacts.*.org.title': { maxLength: 200, nullable: true },
  'contacts.*.addresses': { maxItems: 10 },
  'contacts.*.addresses.*.street': { maxLength: 200, nullable: true },
  'contacts.*.addresses.*.city': { maxLength: 200, nullable: true },
  'contacts.*.addresses.*.state': { maxLength: 200, nullable: true },
  'contacts.*.addresses.*.zip': { maxLength: 200, nullable: true },
  'contacts.*.addresses.*.country': { maxLength: 200, nullable: true },
  'contacts.*.addresses.*.country_code': { maxLength: 200, nullable: true },
  'contacts.*.urls': { maxItems: 10 },
  'contacts.*.urls.*.url': { maxLength: 2048, required: true },
  reaction: { required: true },
  'reaction.message_id': { minimum: 1, required: true },
  'reaction.emoji': { nullable: true },
  'interactive.url': { maxLength: 2048, required: true },
  'interactive.catalog_id': { maxLength: 100, required: true },
  'interactive.product_id': { maxLength: 100, required: true },
  'interactive.sections.*.product_ids': { minItems: 1, maxItems: 30, required: true },
  'interactive.sections.*.product_ids.*': { maxLength: 100, required: true },
  'interactive.flow_id': { maxLength: 100, required: true },
  'interactive.flow_token': { maxLength: 200, nullable: true },
  'interactive.screen': { maxLength: 100, nullable: true },
} as const;

export const ContactDetails = {
  name: { maxLength: 255, nullable: true },
  email: { maxLength: 254, nullable: true },
  tags: { maxItems: 100, nullable: true },
  'tags.*': { maxLength: 100, required: true },
  tags_add: { maxItems: 100, nullable: true },
  'tags_add.*': { maxLength: 100, required: true },
  tags_remove: { maxItems: 100, nullable: true },
  'tags_remove.*': { maxLength: 100, required: true },
  fields: { nullable: true },
  notes: { maxLength: 1000, nullable: true },
} as const;

export const SetConversationAutomation = {
  suppressed: { required: true },
  actor: { maxLength: 100, required: true },
} as const;

export const MarkConversationRead = {
  up_to: { minimum: 1 },
} as const;

export const SnoozeConversation = {
  until: { nullable: true },
  for_minutes: { minimum: 1, maximum: 129600, nullable: true },
  actor: { maxLength: 100, required: true },
} as const;

export const AddConversationNote = {
  body: { maxLength: 4000, required: true },
  mentions: { maxItems: 20 },
  actor: { maxLength: 100, required: true },
} as const;

export const CreateLabel = {
  name: { maxLength: 50, required: true },
} as const;

export const ChangeLabel = {
  name: { maxLength: 50, required: true },
} as const;

export const ChangeConversationLabels = {
  add: { maxItems: 10 },
  'add.*': { maxLength: 50, required: true },
  remove: { maxItems: 10 },
  'remove.*': { maxLength: 50, required: true },
  actor: { maxLength: 100, required: true },
} as const;

export const ChangeConversationFields = {
  fields: { required: true },
  actor: { maxLength: 100, required: true },
} as const;

export const CreateCannedReply = {
  shortcut: { required: true },
  title: { maxLength: 100, required: true },
  body: { maxLength: 4096, required: true },
  language: { nullable: true },
  device_uuids: { minItems: 1, maxItems: 1000, nullable: true },
  media_id: { nullable: true },
} as const;

export const ChangeCannedReply = {
  title: { maxLength: 100, required: true },
  body: { maxLength: 4096, required: true },
  language: { nullable: true },
  device_uuids: { minItems: 1, maxItems: 1000, nullable: true },
  media_id: { nullable: true },
} as const;

export const RenderCannedReply = {
  actor: { maxLength: 100, required: true },
} as const;

export const ChangeConversationSettings = {
  human_idle_return_minutes: { minimum: 5, maximum: 10080, nullable: true },
  bot_idle_close_minutes: { minimum: 5, maximum: 10080 },
  queue_return_minutes: { minimum: 5, maximum: 10080, nullable: true },
  max_open_per_user: { minimum: 1, maximum: 1000, nullable: true },
  first_answer_minutes: { minimum: 1, maximum: 10080, nullable: true },
  next_answer_minutes: { minimum: 1, maximum: 10080, nullable: true },
  reject_calls_text: { maxLength: 4096, nullable: true },
  rating_request: { nullable: true },
  'rating_request.delay_minutes': { minimum: 1, maximum: 1440, default: 5 },
  'rating_request.pause_days': { minimum: 0, maximum: 365, default: 30 },
  'rating_request.texts': { default: {} },
  'rating_request.says_thanks': { default: true },
  'rating_request.thanks_texts': { default: {} },
} as const;

export const getConversationFigures = {
  group: { default: "day" },
} as const;

export const getRatingFigures = {
  group: { default: "day" },
} as const;

export const ReadMentions = {
  ids: { maxItems: 200 },
} as const;

export const SaveInboxView = {
  name: { maxLength: 60, required: true },
  filter: { required: true },
  'filter.device': { maxLength: 100, required: true },
  'filter.label': { maxLength: 100, required: true },
  'filter.entry': { maxLength: 100, required: true },
  'filter.assignee': { maxLength: 100, required: true },
  'filter.team': { maxLength: 100, required: true },
  is_shared: { default: false },
} as const;

export const SaveInboxMacro = {
  name: { maxLength: 60, required: true },
  key: { default: null, nullable: true },
  acts: { required: true },
  'acts.reply.body': { maxLength: 4096, required: true },
  'acts.note': { maxLength: 4000, required: true },
  'acts.labels.add': { maxItems: 10 },
  'acts.labels.remove': { maxItems: 10 },
  is_shared: { default: false },
} as const;

export const LookAtConversation = {
} as const;

export const CreateTeam = {
  name: { maxLength: 100, required: true },
  member_ids: { maxItems: 100 },
} as const;

export const ChangeTeam = {
  name: { maxLength: 100, required: true },
  member_ids: { maxItems: 100 },
} as const;

export const CreateAutoReply = {
  name: { maxLength: 100, required: true },
  enabled: { default: true },
  priority: { minimum: 0, maximum: 1000, default: 100 },
  match: { default: "word" },
  patterns: { maxItems: 100, default: [] },
  'patterns.*': { maxLength: 200, required: true },
  device_uuids: { minItems: 1, maxItems: 1000, default: null, nullable: true },
  schedule: { nullable: true },
  'schedule.from_date': { nullable: true },
  'schedule.until_date': { nullable: true },
  'schedule.days': { minItems: 1, maxItems: 7, nullable: true },
  'schedule.from': { nullable: true },
  'schedule.to': { nullable: true },
  conditions: { default: null, nullable: true },
  'conditions.customer': { default: "any" },
  'conditions.language': { default: null, nullable: true },
  'conditions.has_labels': { maxItems: 10, default: [] },
  'conditions.has_labels.*': { maxLength: 100, required: true },
  'conditions.lacks_labels': { maxItems: 10, default: [] },
  'conditions.lacks_labels.*': { maxLength: 100, required: true },
  'conditions.has_tags': { maxItems: 10, default: [] },
  'conditions.has_tags.*': { maxLength: 100, required: true },
  'conditions.lacks_tags': { maxItems: 10, default: [] },
  'conditions.lacks_tags.*': { maxLength: 100, required: true },
  'conditions.after_broadcast': { default: null, nullable: true },
  'conditions.entry_point_ids': { maxItems: 50, default: [] },
  'conditions.ad_ids': { maxItems: 50, default: [] },
  'conditions.ad_ids.*': { maxLength: 200, required: true },
  cooldown_seconds: { minimum: 0, maximum: 2592000, default: 0 },
  greet_after_days: { minimum: 1, maximum: 365, default: null, nullable: true },
  greet_always: { default: false },
  interrupts_flows: { default: false },
  replies: { maxItems: 3 },
  'replies.*.body': { maxLength: 4096, required: true },
  'replies.*.media_url': { maxLength: 2048, nullable: true },
  'replies.*.media_id': { nullable: true },
  'replies.*.interactive': { required: true },
  'replies.*.interactive.header': { maxLength: 60, nullable: true },
  'replies.*.interactive.footer': { maxLength: 60, nullable: true },
  'replies.*.interactive.buttons': { minItems: 1, maxItems: 3, required: true },
  'replies.*.interactive.buttons.*.id': { maxLength: 256, required: true },
  'replies.*.interactive.buttons.*.title': { maxLength: 20, required: true },
  'replies.*.interactive.button_text': { maxLength: 20, required: true },
  'replies.*.interactive.sections': { minItems: 1, maxItems: 10, required: true },
  'replies.*.interactive.sections.*.title': { maxLength: 24, nullable: true },
  'replies.*.interactive.sections.*.rows': { minItems: 1, maxItems: 10, required: true },
  'replies.*.interactive.sections.*.rows.*.id': { maxLength: 200, required: true },
  'replies.*.interactive.sections.*.rows.*.title': { maxLength: 24, required: true },
  'replies.*.interactive.sections.*.rows.*.description': { maxLength: 72, nullable: true },
  'replies.*.template': { required: true },
  'replies.*.template.name': { maxLength: 512, required: true },
  'replies.*.template.language': { maxLength: 35, required: true },
  'replies.*.template.variables': { maxItems: 100 },
  'replies.*.template.header_media_url': { maxLength: 2048, nullable: true },
  'replies.*.template.header_media_id': { nullable: true },
  'replies.*.template.buttons': { maxItems: 10, nullable: true },
  start_flow: { default: null, nullable: true },
  hand_off: { default: false },
  add_labels: { maxItems: 10, default: [] },
  'add_labels.*': { maxLength: 50, required: true },
  remove_labels: { maxItems: 10, default: [] },
  'remove_labels.*': { maxLength: 50, required: true },
} as const;

export const ChangeAutoReply = {
  name: { maxLength: 100, required: true },
  priority: { minimum: 0, maximum: 1000 },
  patterns: { maxItems: 100 },
  'patterns.*': { maxLength: 200, required: true },
  device_uuids: { minItems: 1, maxItems: 1000, nullable: true },
  schedule: { nullable: true },
  'schedule.from_date': { nullable: true },
  'schedule.until_date': { nullable: true },
  'schedule.days': { minItems: 1, maxItems: 7, nullable: true },
  'schedule.from': { nullable: true },
  'schedule.to': { nullable: true },
  conditions: { nullable: true },
  'conditions.language': { nullable: true },
  'conditions.has_labels': { maxItems: 10 },
  'conditions.has_labels.*': { maxLength: 100, required: true },
  'conditions.lacks_labels': { maxItems: 10 },
  'conditions.lacks_labels.*': { maxLength: 100, required: true },
  'conditions.has_tags': { maxItems: 10 },
  'conditions.has_tags.*': { maxLength: 100, required: true },
  'conditions.lacks_tags': { maxItems: 10 },
  'conditions.lacks_tags.*': { maxLength: 100, required: true },
  'conditions.after_broadcast': { nullable: true },
  'conditions.entry_point_ids': { maxItems: 50 },
  'conditions.ad_ids': { maxItems: 50 },
  'conditions.ad_ids.*': { maxLength: 200, required: true },
  cooldown_seconds: { minimum: 0, maximum: 2592000 },
  greet_after_days: { minimum: 1, maximum: 365, nullable: true },
  replies: { maxItems: 3 },
  'replies.*.body': { maxLength: 4096, required: true },
  'replies.*.media_url': { maxLength: 2048, nullable: true },
  'replies.*.media_id': { nullable: true },
  'replies.*.interactive': { required: true },
  'replies.*.interactive.header': { maxLength: 60, nullable: true },
  'replies.*.interactive.footer': { maxLength: 60, nullable: true },
  'replies.*.interactive.buttons': { minItems: 1, maxItems: 3, required: true },
  'replies.*.interactive.buttons.*.id': { maxLength: 256, required: true },
  'replies.*.interactive.buttons.*.title': { maxLength: 20, required: true },
  'replies.*.interactive.button_text': { maxLength: 20, required: true },
  'replies.*.interactive.sections': { minItems: 1, maxItems: 10, required: true },
  'replies.*.interactive.sections.*.title': { maxLength: 24, nullable: true },
  'replies.*.interactive.sections.*.rows': { minItems: 1, maxItems: 10, required: true },
  'replies.*.interactive.sections.*.rows.*.id': { maxLength: 200, required: true },
  'replies.*.interactive.sections.*.rows.*.title': { maxLength: 24, required: true },
  'replies.*.interactive.sections.*.rows.*.description': { maxLength: 72, nullable: true },
  'replies.*.template': { required: true },
  'replies.*.template.name': { maxLength: 512, required: true },
  'replies.*.template.language': { maxLength: 35, required: true },
  'replies.*.template.variables': { maxItems: 100 },
  'replies.*.template.header_media_url': { maxLength: 2048, nullable: true },
  'replies.*.template.header_media_id': { nullable: true },
  'replies.*.template.buttons': { maxItems: 10, nullable: true },
  start_flow: { nullable: true },
  add_labels: { maxItems: 10 },
  'add_labels.*': { maxLength: 50, required: true },
  remove_labels: { maxItems: 10 },
  'remove_labels.*': { maxLength: 50, required: true },
} as const;

export const TestAutoReplies = {
  text: { maxLength: 4096 },
  phone: { maxLength: 255, required: true },
  first: { default: true },
  ad_id: { maxLength: 200, required: true },
  during_flow: { default: false },
} as const;

export const ChangeAutomationSettings = {
  debounce_seconds: { minimum: 0, maximum: 10 },
  'reply_delay.min_seconds': { minimum: 0, maximum: 10 },
  'reply_delay.max_seconds': { minimum: 0, maximum: 10 },
  max_age_seconds: { minimum: 30, maximum: 86400 },
  person_words: { maxItems: 100, nullable: true },
  'person_words.*': { maxLength: 40, required: true },
  exit_words: { maxItems: 100, nullable: true },
  'exit_words.*': { maxLength: 40, required: true },
  ignored_phones: { maxItems: 1000 },
  'ignored_phones.*': { maxLength: 40, required: true },
  queue_text: { maxLength: 1000, nullable: true },
  queue_return_text: { maxLength: 1000, nullable: true },
  'media.text': { maxLength: 1000, nullable: true },
  'breakers.per_minute': { minimum: 1, maximum: 100 },
  'breakers.per_hour': { minimum: 1, maximum: 50 },
  'breakers.same_text': { minimum: 1, maximum: 50 },
  'breakers.fast_replies': { minimum: 1, maximum: 50 },
  'breakers.open_minutes': { minimum: 1, maximum: 1440 },
  device_budget_per_minute: { minimum: 1, maximum: 1000, nullable: true },
} as const;

export const listConversationDecisions = {
  wa_message_id: { maxLength: 512 },
} as const;

export const SetBusinessHours = {
  timezone: { maxLength: 64 },
  weekly: { required: true },
  'weekly.monday': { maxItems: 10, default: [] },
  'weekly.monday.*.from': { required: true },
  'weekly.monday.*.to': { required: true },
  'weekly.tuesday': { maxItems: 10, default: [] },
  'weekly.tuesday.*.from': { required: true },
  'weekly.tuesday.*.to': { required: true },
  'weekly.wednesday': { maxItems: 10, default: [] },
  'weekly.wednesday.*.from': { required: true },
  'weekly.wednesday.*.to': { required: true },
  'weekly.thursday': { maxItems: 10, default: [] },
  'weekly.thursday.*.from': { required: true },
  'weekly.thursday.*.to': { required: true },
  'weekly.friday': { maxItems: 10, default: [] },
  'weekly.friday.*.from': { required: true },
  'weekly.friday.*.to': { required: true },
  'weekly.saturday': { maxItems: 10, default: [] },
  'weekly.saturday.*.from': { required: true },
  'weekly.saturday.*.to': { required: true },
  'weekly.sunday': { maxItems: 10, default: [] },
  'weekly.sunday.*.from': { required: true },
  'weekly.sunday.*.to': { required: true },
  holidays: { maxItems: 200, default: [] },
  'holidays.*.name': { maxLength: 100, required: true },
  'holidays.*.hours': { maxItems: 10, default: [] },
  'holidays.*.hours.*.from': { required: true },
  'holidays.*.hours.*.to': { required: true },
} as const;

export const ChangeAssistant = {
  start_words: { minItems: 1, maxItems: 20, nullable: true },
  'start_words.*': { maxLength: 100, required: true },
  device_uuids: { minItems: 1, maxItems: 1000, nullable: true },
  languages: { minItems: 1, maxItems: 4 },
  scope: { maxLength: 500, nullable: true },
  bands: { nullable: true },
  'bands.answer': { minimum: 0, maximum: 1, required: true },
  'bands.clarify': { minimum: 0, maximum: 1, required: true },
  forbidden_topics: { maxItems: 50 },
  'forbidden_topics.*.name': { maxLength: 100, required: true },
  'forbidden_topics.*.words': { minItems: 1, maxItems: 100, required: true },
  'forbidden_topics.*.words.*': { maxLength: 100, required: true },
  synonyms: { maxItems: 500 },
  'synonyms.*.word': { maxLength: 100, required: true },
  'synonyms.*.means': { maxLength: 100, required: true },
  max_answer_length: { minimum: 100, maximum: 4000 },
  'handoff.after_abstentions': { minimum: 1, maximum: 10 },
  'handoff.texts.id': { nullable: true },
  'handoff.texts.en': { nullable: true },
  'handoff.texts.pt': { nullable: true },
  'handoff.texts.es': { nullable: true },
  'handoff.closed_texts.id': { nullable: true },
  'handoff.closed_texts.en': { nullable: true },
  'handoff.closed_texts.pt': { nullable: true },
  'handoff.closed_texts.es': { nullable: true },
  'handoff.off_texts.id': { nullable: true },
  'handoff.off_texts.en': { nullable: true },
  'handoff.off_texts.pt': { nullable: true },
  'handoff.off_texts.es': { nullable: true },
  'handoff.complaint_words': { maxItems: 100, nullable: true },
  'handoff.complaint_words.*': { maxLength: 100, required: true },
  language_model: { nullable: true },
  'language_model.url': { maxLength: 2048, required: true },
  'language_model.model': { maxLength: 200, required: true },
  'language_model.api_key': { nullable: true },
  'language_model.daily_token_budget': { minimum: 1000, maximum: 100000000 },
  'language_model.timeout_seconds': { minimum: 1, maximum: 30 },
  'language_model.embedding_model': { maxLength: 200, nullable: true },
} as const;

export const GiveFeedback = {
} as const;

export const CreateTestQuestion = {
  question: { maxLength: 500, required: true },
  faq_id: { nullable: true },
} as const;

export const StartEvaluation = {
  kind: { default: "history" },
  days: { minimum: 1, maximum: 90, default: 30 },
  max_messages: { minimum: 1, maximum: 5000, default: 5000 },
} as const;

export const AskAssistant = {
  question: { maxLength: 2000, required: true },
} as const;

export const listFaqs = {
  q: { maxLength: 200, required: true },
} as const;

export const CreateFaq = {
  answer: { maxLength: 4096, required: true },
  question: { maxLength: 500, required: true },
  questions: { minItems: 1, maxItems: 100 },
  'questions.*': { maxLength: 500, required: true },
  language: { nullable: true },
  device_uuids: { minItems: 1, maxItems: 1000, nullable: true },
} as const;

export const ChangeFaq = {
  answer: { maxLength: 4096, required: true },
  questions: { minItems: 1, maxItems: 100 },
  'questions.*': { maxLength: 500, required: true },
  language: { nullable: true },
  device_uuids: { minItems: 1, maxItems: 1000, nullable: true },
} as const;

export const listKnowledgeDocuments = {
  q: { maxLength: 200, required: true },
} as const;

export const ChangeKnowledgeDocument = {
  title: { maxLength: 200, required: true },
} as const;

export const AddKnowledgeSite = {
  url: { maxLength: 2048, required: true },
  max_pages: { minimum: 1, maximum: 200, default: 1 },
  max_depth: { minimum: 0, maximum: 10, default: 3 },
  refresh_hours: { minimum: 1, maximum: 720, default: null, nullable: true },
} as const;

export const ChangeKnowledgeSite = {
  max_pages: { minimum: 1, maximum: 200 },
  max_depth: { minimum: 0, maximum: 10 },
  refresh_hours: { minimum: 1, maximum: 720, nullable: true },
} as const;

export const listKnowledgeSitePages = {
  q: { maxLength: 200, required: true },
} as const;

export const LearnAnswer = {
  question: { maxLength: 500, required: true },
} as const;

export const listKnowledgeGaps = {
  sort: { default: "count" },
} as const;

export const AnswerKnowledgeGap = {
  answer: { maxLength: 4096, required: true },
  questions: { minItems: 1, maxItems: 100 },
  'questions.*': { maxLength: 500, required: true },
  language: { nullable: true },
} as const;

export const uploadKnowledgeTable = {
  name: { maxLength: 200, default: "Products", required: true },
  name_column: { maxLength: 60, required: true },
  key_column: { maxLength: 60, required: true },
  aliases_column: { maxLength: 60, required: true },
  price_column: { maxLength: 60, required: true },
  stock_column: { maxLength: 60, required: true },
  unit_column: { maxLength: 60, required: true },
  enabled: { default: "true" },
  dry_run: { default: "false" },
} as const;

export const ChangeKnowledgeTable = {
  name: { maxLength: 200, required: true },
  columns: { minItems: 1, maxItems: 30 },
  'columns.*.name': { maxLength: 60, required: true },
  currency: { nullable: true },
  device_uuids: { minItems: 1, maxItems: 1000, nullable: true },
} as const;

export const replaceKnowledgeTableRows = {
  dry_run: { default: "false" },
} as const;

export const AddKnowledgeTableRows = {
  rows: { minItems: 1, maxItems: 100, required: true },
  'rows.*.cells': { required: true },
} as const;

export const ChangeKnowledgeTableRows = {
  rows: { minItems: 1, maxItems: 100, required: true },
  'rows.*.key': { maxLength: 300, required: true },
  'rows.*.cells': { required: true },
} as const;

export const deleteKnowledgeTableRow = {
  key: { maxLength: 300, required: true },
} as const;

export const importFaqs = {
  mode: { default: "add" },
  dry_run: { default: "false" },
} as const;

export const CreateFlow = {
  name: { maxLength: 100, required: true },
  device_uuids: { minItems: 1, maxItems: 1000, nullable: true },
} as const;

export const ChangeFlow = {
  name: { maxLength: 100, required: true },
  device_uuids: { minItems: 1, maxItems: 1000, nullable: true },
  draft_version: { minimum: 1 },
} as const;

export const exportFlow = {
  version: { minimum: 1 },
} as const;

export const ImportFlow = {
  name: { maxLength: 100, required: true },
  device_uuids: { minItems: 1, maxItems: 1000, nullable: true },
  definition: { required: true },
  simulations: { maxItems: 20 },
  'simulations.*.name': { maxLength: 100, required: true },
  'simulations.*.request': { required: true },
  'simulations.*.request.messages': { minItems: 1, maxItems: 50, required: true },
  'simulations.*.request.messages.*.text': { nullable: true },
  'simulations.*.request.messages.*.type': { default: "text" },
  'simulations.*.request.messages.*.choice_id': { nullable: true },
  'simulations.*.request.messages.*.after_seconds': { minimum: 0, maximum: 2678400, default: 0 },
  'simulations.*.request.advance_seconds': { minimum: 0, maximum: 2678400, default: 0 },
  'simulations.*.request.device_uuid': { nullable: true },
  'simulations.*.request.customer.name': { nullable: true },
  'simulations.*.request.customer.phone': { maxLength: 20, nullable: true },
  'simulations.*.request.customer.email': { nullable: true },
  'simulations.*.request.customer.fields': { nullable: true },
  'simulations.*.request.entry_point': { nullable: true },
  'simulations.*.request.entry_point.id': { maxLength: 100 },
  'simulations.*.request.entry_point.name': { maxLength: 200 },
  'simulations.*.request.entry_point.ad_id': { maxLength: 200, nullable: true },
  'simulations.*.request.http_responses': { default: {} },
  'simulations.*.request.assistant_answers': { default: {} },
  'simulations.*.expected': { required: true },
  'simulations.*.expected.entries': { maxItems: 2000, required: true },
  'simulations.*.expected.entries.*.details': { required: true },
  'simulations.*.expected.variables': { required: true },
  'simulations.*.depends_on': { required: true },
  'simulations.*.depends_on.business_hours': { required: true },
  'simulations.*.depends_on.flows': { maxItems: 300, required: true },
  'simulations.*.depends_on.flows.*.version': { minimum: 1, required: true },
} as const;

export const PublishFlow = {
  draft_version: { minimum: 1 },
  note: { maxLength: 500, nullable: true },
  simulations: { default: "check" },
} as const;

export const RollBackFlow = {
  version: { minimum: 1, maximum: 2147483647, required: true },
  note: { maxLength: 500, nullable: true },
} as const;

export const SetFlowSecret = {
  value: { maxLength: 500, required: true },
} as const;

export const SimulateFlow = {
  'expected.entries': { maxItems: 2000, required: true },
  'expected.entries.*.details': { required: true },
  'expected.variables': { required: true },
  messages: { minItems: 1, maxItems: 50, required: true },
  'messages.*.text': { nullable: true },
  'messages.*.type': { default: "text" },
  'messages.*.choice_id': { nullable: true },
  'messages.*.after_seconds': { minimum: 0, maximum: 2678400, default: 0 },
  advance_seconds: { minimum: 0, maximum: 2678400, default: 0 },
  device_uuid: { nullable: true },
  'customer.name': { nullable: true },
  'customer.phone': { maxLength: 20, nullable: true },
  'customer.email': { nullable: true },
  'customer.fields': { nullable: true },
  entry_point: { nullable: true },
  'entry_point.id': { maxLength: 100 },
  'entry_point.name': { maxLength: 200 },
  'entry_point.ad_id': { maxLength: 200, nullable: true },
  http_responses: { default: {} },
  assistant_answers: { default: {} },
  version: { minimum: 1, nullable: true },
} as const;

export const StoreFlowSimulation = {
  messages: { minItems: 1, maxItems: 50, required: true },
  'messages.*.text': { nullable: true },
  'messages.*.type': { default: "text" },
  'messages.*.choice_id': { nullable: true },
  'messages.*.after_seconds': { minimum: 0, maximum: 2678400, default: 0 },
  advance_seconds: { minimum: 0, maximum: 2678400, default: 0 },
  device_uuid: { nullable: true },
  'customer.name': { nullable: true },
  'customer.phone': { maxLength: 20, nullable: true },
  'customer.email': { nullable: true },
  'customer.fields': { nullable: true },
  entry_point: { nullable: true },
  'entry_point.id': { maxLength: 100 },
  'entry_point.name': { maxLength: 200 },
  'entry_point.ad_id': { maxLength: 200, nullable: true },
  http_responses: { default: {} },
  assistant_answers: { default: {} },
  name: { maxLength: 100, required: true },
  version: { minimum: 1, nullable: true },
} as const;

export const CreateEntryPoint = {
  name: { maxLength: 100, required: true },
  text: { maxLength: 500, default: "" },
  enabled: { default: true },
  expires_at: { nullable: true },
} as const;

export const ChangeEntryPoint = {
  name: { maxLength: 100, required: true },
  text: { maxLength: 500 },
  expires_at: { nullable: true },
} as const;

export const getEntryPointQrPng = {
  size: { minimum: 256, maximum: 4096, default: 1024 },
  logo: { default: "true" },
} as const;

export const getEntryPointQrSvg = {
  size: { minimum: 256, maximum: 4096, default: 1024 },
  logo: { default: "true" },
} as const;

export const SetEntryPointLogo = {
  picture: { maxLength: 1398104 },
  media_id: { nullable: true },
} as const;

export const CreateWidget = {
  name: { maxLength: 100, required: true },
  allowed_origins: { minItems: 1, maxItems: 50, required: true },
  'allowed_origins.*': { maxLength: 300 },
  theme: { default: "auto" },
  color: { default: "#0b7a5b" },
  language: { default: null, nullable: true },
  greeting: { maxLength: 500, default: "" },
  text: { maxLength: 500, default: "" },
  enabled: { default: true },
  identity_required: { default: false },
} as const;

export const ChangeWidget = {
  name: { maxLength: 100, required: true },
  allowed_origins: { minItems: 1, maxItems: 50 },
  'allowed_origins.*': { maxLength: 300 },
  language: { nullable: true },
  greeting: { maxLength: 500 },
  text: { maxLength: 500 },
} as const;

export const openStream = {
  last_event_id: { maxLength: 100 },
} as const;

export const listRequests = {
  path: { maxLength: 300, required: true },
  key_id: { maxLength: 100, required: true },
  request_id: { maxLength: 100, required: true },
  per_page: { minimum: 1, default: 50 },
} as const;

export const listAuditEntries = {
  actor: { maxLength: 100, required: true },
  per_page: { minimum: 1, default: 50 },
} as const;

export const ErasePerson = {
  confirm: { maxLength: 20, required: true },
} as const;

export const EraseNumber = {
  phone: { required: true },
  confirm: { maxLength: 20, required: true },
} as const;

export const ChangeRetention = {
  message_days: { minimum: 30, maximum: 3650, nullable: true },
  file_days: { minimum: 1, maximum: 3650, nullable: true },
  event_days: { minimum: 7, maximum: 30, nullable: true },
} as const;

export const previewRetention = {
  message_days: { minimum: 30, maximum: 3650 },
  file_days: { minimum: 1, maximum: 3650 },
} as const;

export const LogIn = {
  email: { maxLength: 254, required: true },
  password: { maxLength: 1600, required: true },
  code: { maxLength: 100, required: true },
  account_id: { minimum: 1 },
} as const;

export const logOut = {
  everywhere: { default: "false" },
} as const;

export const ProveUser = {
  password: { maxLength: 1600, required: true },
  code: { maxLength: 100, required: true },
} as const;

export const ChangeMe = {
  name: { maxLength: 100, required: true },
  password: { maxLength: 1600, required: true },
  current_password: { maxLength: 1600, required: true },
} as const;

export const BeginSecondFactor = {
  password: { maxLength: 1600, required: true },
} as const;

export const ProveSecondFactor = {
  password: { maxLength: 1600, required: true },
  code: { maxLength: 100, required: true },
} as const;

export const ConfirmSecondFactor = {
  code: { maxLength: 100, required: true },
} as const;

export const listUsers = {
  per_page: { minimum: 1, default: 50 },
  page: { minimum: 1, default: 1 },
} as const;

export const ChangeUser = {
  name: { maxLength: 100, required: true },
  device_uuids: { maxItems: 500, nullable: true },
} as const;

export const ResetUser = {
  remove_second_factor: { default: false },
} as const;

export const listInvitations = {
  per_page: { minimum: 1, default: 50 },
  page: { minimum: 1, default: 1 },
} as const;

export const InviteUser = {
  email: { maxLength: 254, required: true },
  name: { maxLength: 100, required: true },
  device_uuids: { maxItems: 500, nullable: true },
} as const;

export const LookAtLink = {
  token: { maxLength: 100, required: true },
} as const;

export const AcceptLink = {
  token: { maxLength: 100, required: true },
  password: { maxLength: 1600, required: true },
  name: { maxLength: 100, required: true },
  code: { maxLength: 100, required: true },
} as const;

export const UseLogInLink = {
  token: { maxLength: 100, required: true },
  code: { maxLength: 100, required: true },
} as const;

export const SetPresence = {
} as const;

export const startOidc = {
  return_to: { maxLength: 1000, default: "/app" },
  account_id: { minimum: 1 },
  choose: { default: "false" },
} as const;

export const SetNotices = {
  push: { maxItems: 7, required: true },
  email: { maxItems: 7, required: true },
  quiet_hours: { nullable: true },
  'quiet_hours.from': { required: true },
  'quiet_hours.to': { required: true },
  'quiet_hours.timezone': { maxLength: 64 },
  email_after_minutes: { minimum: 1, maximum: 1440, required: true },
} as const;

export const SubscribeBrowser = {
  endpoint: { maxLength: 2048, required: true },
  p256dh: { maxLength: 87, required: true },
  auth: { maxLength: 22, required: true },
  shows_text: { required: true },
  timezone: { maxLength: 64 },
} as const;

export const listOperatorAccounts = {
  search: { maxLength: 100, required: true },
} as const;

export const CreateOperatorAccount = {
  name: { maxLength: 100, required: true },
  plan: { default: "starter" },
  country_code: { default: "62" },
  owner: { nullable: true },
  'owner.email': { maxLength: 254, required: true },
  'owner.name': { maxLength: 100, required: true },
} as const;

export const ChangeOperatorAccount = {
  name: { maxLength: 100, required: true },
} as const;

export const SuspendOperatorAccount = {
  reason: { maxLength: 200, nullable: true },
} as const;

export const ActivateOperatorAccount = {
  drop_queued: { default: false },
} as const;

export const OwnerInput = {
  email: { maxLength: 254, required: true },
  name: { maxLength: 100, required: true },
} as const;

export const SetOperatorPlan = {
  rate_per_minute: { minimum: 1, maximum: 2147483647, required: true },
  monthly_quota: { minimum: 0, maximum: 2147483647, nullable: true },
  max_devices: { minimum: 0, maximum: 2147483647, required: true },
  storage_bytes: { minimum: 0, maximum: 1125899906842624, nullable: true },
} as const;

export const SaveRates = {
  rates: { minItems: 1, maxItems: 1000, required: true },
  'rates.*.market': { maxLength: 100 },
  'rates.*.category': { required: true },
  'rates.*.currency': { required: true },
  'rates.*.amount': { nullable: true },
} as const;

export const CreateSandboxPhone = {
  name: { maxLength: 100, required: true },
} as const;

export const ScanSandboxQr = {
} as const;

export const SendFromSandboxPhone = {
  text: { maxLength: 4096, required: true },
  'file.data': { required: true },
  'file.mimetype': { maxLength: 100, required: true },
  'file.file_name': { maxLength: 255, required: true },
  'file.caption': { maxLength: 1024, required: true },
  'choice.message_id': { maxLength: 300, required: true },
  'choice.id': { maxLength: 256, required: true },
  'reaction.message_id': { maxLength: 300, required: true },
  'reaction.emoji': { maxLength: 32, nullable: true },
  quote: { maxLength: 300, required: true },
} as const;

export const ChangeSandboxLine = {
} as const;

export const AgeSandboxDevice = {
  days: { minimum: 0, maximum: 36500, required: true },
} as const;

export const CreateSandboxOfficialNumber = {
  name: { maxLength: 100, required: true },
} as const;

export const ChangeSandboxOfficialNumber = {
} as const;

export const CreateSandboxToken = {
  revoke_others: { default: false },
} as const;

export const SetSandboxFault = {
  code: { minimum: 1, maximum: 999999, required: true },
  count: { minimum: 1, maximum: 100, default: 1 },
  by_webhook: { default: false },
} as const;

export const ReviewSandboxTemplate = {
  name: { maxLength: 512, required: true },
  language: { maxLength: 20, required: true },
  reason: { maxLength: 200, required: true },
} as const;
