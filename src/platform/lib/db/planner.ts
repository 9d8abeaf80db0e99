/**
 * One plan regardless of server settings. A generic plan for an empty table would later scan a large one, so reads use
 * indexes.
 */
export const PLANNER_SETTINGS = {
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
} as const;
