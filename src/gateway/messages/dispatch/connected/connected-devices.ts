import type { ConnectedDevice } from './connected-device.ts';
import type { InFlightMessage } from './in-flight.ts';

export class ConnectedDevices {
  readonly #byDevice = new Map<number, ConnectedDevice>();

  get(deviceId: number): ConnectedDevice | undefined {
    return this.#byDevice.get(deviceId);
  }

  all(): ConnectedDevice[] {
    return [...this.#byDevice.values()];
  }

  add(device: ConnectedDevice): void {
    this.#byDevice.set(device.lease.id, device);
  }

  close(deviceId: number, release: (item: InFlightMessage) => void): void {
    const device = this.#byDevice.get(deviceId);
    this.#byDevice.delete(deviceId);
    for (const item of device?.close() ?? []) release(item);
  }

  /** The next claims serve the other devices first. */
  moveToEnd(deviceIds: Iterable<number>): void {
    for (const id of new Set(deviceIds)) {
      const device = this.#byDevice.get(id);
      if (!device) continue;
      this.#byDevice.delete(id);
      this.#byDevice.set(id, device);
    }
  }
}
