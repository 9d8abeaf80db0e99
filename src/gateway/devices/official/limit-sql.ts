/** SQL: the columns `daily_limit` of a device, and `limit_scope`: devices of one account with the same one share it. */
export const MESSAGING_LIMIT = `official_daily_limit as daily_limit,
  coalesce(official_portfolio_id, official_waba_id, device_uuid::text) as limit_scope`;
