import type { DriverName } from '../../../shared/whatsapp/drivers';
import type { WaDriver } from './driver';
import type { DriverServices } from './module';
import { moduleOf } from './registry';

export type DriverMakers = Partial<Record<DriverName, (() => WaDriver) | undefined>>;

export function createDrivers(services: DriverServices, makers: DriverMakers = {}) {
  const opened = new Map<DriverName, WaDriver>();
  const of = (name: DriverName): WaDriver | undefined => {
    let driver = opened.get(name);
    if (driver === undefined) {
      driver = name in makers ? makers[name]?.() : moduleOf(name).open(services);
      if (driver !== undefined) opened.set(name, driver);
    }
    return driver;
  };
  return { of, opened: (): WaDriver[] => [...opened.values()] };
}
