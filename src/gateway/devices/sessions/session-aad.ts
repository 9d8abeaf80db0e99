export function keyAad(deviceId: number, type: string, id: string): string {
  return `session_keys|${deviceId}|${type}|${id}`;
}

export function networkFileAad(deviceId: number, content: string): string {
  return `network_files|${deviceId}|${content}`;
}

export function credsAad(deviceId: number): string {
  return `session_creds|${deviceId}`;
}
