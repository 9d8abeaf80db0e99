/** By the rules of `frame-ancestors`: `https://*.shop.example` has all subdomains. */
export function isAllowed(origin: string, allowed: readonly string[]): boolean {
  const lower = origin.toLowerCase();
  return allowed.some((entry) => {
    const [scheme = '', domain] = entry.split('*');
    if (domain === undefined) return entry === lower;
    return lower.startsWith(scheme) && lower.endsWith(domain) && lower.length > scheme.length + domain.length;
  });
}
