import type { DriverName } from '../../../shared/whatsapp/capabilities';
import type { WaDriver } from './driver';

export type DriverMakers = Partial<Record<DriverName, () => WaDriver>>;

/** The drivers that this server has, each opened at its first use. */
export function createDrivers(makers: DriverMakers) {
  const open = new Map<DriverName, WaDriver>();
  return (kind: DriverName): WaDriver | undefined => {
    let driver = open.get(kind);
    if (driver === undefined) {
      driver = makers[kind]?.();
      if (driver !== undefined) open.set(kind, driver);
    }
    return driver;
  };
}
