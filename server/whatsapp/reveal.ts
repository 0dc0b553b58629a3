import type { DriverInstance } from './drivers/driver';
import { moduleOf } from './drivers/registry';
import { whatsappSealer } from './sealed';
import type { InstanceRow } from './work-types';

export function reveal(secretKey: Uint8Array, row: InstanceRow): DriverInstance {
  const sealer = whatsappSealer(secretKey);
  const { id, workspaceId, name, driver, generation, phone, settings, proxySealed } = row;
  return {
    id,
    workspaceId,
    name,
    driver,
    generation,
    phone,
    settings,
    proxyUrl: proxySealed === null ? null : sealer.open('proxy', id, proxySealed),
    ...moduleOf(driver).instances.reveal(row, sealer),
  };
}
