export function keyAad(deviceId: number, type: string, id: string): string {
  return `session_keys|${deviceId}|${type}|${id}`;
}

export function credsAad(deviceId: number): string {
  return `session_creds|${deviceId}`;
}
