import type { DriverInstance } from './drivers/driver';
import { whatsappSealer } from './sealed';
import type { InstanceRow } from './work';

/** The instance as its driver sees it, with its secrets in clear. Throws `SealError` when they do not open. */
export function reveal(secretKey: Uint8Array, row: InstanceRow): DriverInstance {
  const sealer = whatsappSealer(secretKey);
  const { id, workspaceId, name, driver, generation, phone, settings, sandbox } = row;
  const { tokenSealed, proxySealed, baseUrl, graphVersion, phoneNumberId, wabaId } = row;
  const isCloud = tokenSealed !== null && baseUrl !== null && graphVersion !== null && phoneNumberId !== null;
  return {
    id,
    workspaceId,
    name,
    driver,
    generation,
    phone,
    settings,
    sandbox,
    proxyUrl: proxySealed === null ? null : sealer.open('proxy', id, proxySealed),
    cloud: isCloud
      ? { baseUrl, graphVersion, phoneNumberId, wabaId, accessToken: sealer.open('token', id, tokenSealed) }
      : null,
  };
}
