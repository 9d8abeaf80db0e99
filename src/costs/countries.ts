/** Countries within +1, which is otherwise of the United States and Canada. */
export const ISLANDS: ReadonlyMap<string, string> = new Map([
  ...listed(
    'AG 1268, AI 1264, BB 1246, BM 1441, BS 1242, DM 1767, DO 1809, DO 1829, DO 1849, GD 1473, JM 1658',
  ),
  ...listed(
    'JM 1876, KN 1869, KY 1345, LC 1758, MS 1664, PR 1787, PR 1939, SX 1721, TC 1649, TT 1868, VC 1784',
  ),
  ...listed('VG 1284'),
]);

function listed(countries: string): [code: string, country: string][] {
  return countries.split(', ').map((each) => [each.slice(3), each.slice(0, 2)]);
}
