/** Why a template cannot be sent now. `template_values`: a value is missing, or wrong. */
export const TEMPLATE_REFUSALS = [
  ...(['template_not_found', 'template_not_approved', 'template_not_sendable'] as const),
  ...(['templates_not_supported', 'templates_unreadable', 'template_values'] as const),
] as const;
export type TemplateRefusal = (typeof TEMPLATE_REFUSALS)[number];
