/** The words of the provider, with its codes. */
export function refusedByProvider({
  reason,
  code,
  subcode,
}: {
  reason: string;
  code: number;
  subcode: number | null;
}): string {
  const codes = subcode === null ? `${code}` : `${code}, ${subcode}`;
  return `${reason.replace(/[.\s]*$/, '')} (${codes}).`;
}
