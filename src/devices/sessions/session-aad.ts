/** Associated data of a sealed key. */
export function keyAad(deviceId: number, type: string, id: string): string {
  return `session_keys|${deviceId}|${type}|${id}`;
}

/** Associated data of sealed credentials. */
export function credsAad(deviceId: number): string {
  return `session_creds|${deviceId}`;
}
