import { DRIVER_CONTRACTS, type DriverName, DRIVERS } from './drivers';
import { CAPABILITY_NAMES, type CapabilityName, type Support } from './drivers/driver';

export { CAPABILITY_NAMES, type CapabilityName, type DriverName };

const supportOf = (driver: DriverName, name: CapabilityName): Support => DRIVER_CONTRACTS[driver].capabilities[name];

export function supports(driver: DriverName, name: CapabilityName): boolean {
  const support = supportOf(driver, name);
  return typeof support === 'boolean' ? support : 'note' in support;
}

export const driversOf = (name: CapabilityName): DriverName[] => DRIVERS.filter((driver) => supports(driver, name));

export function alternativeTo(driver: DriverName, name: CapabilityName): string | null {
  const support = supportOf(driver, name);
  return typeof support === 'object' && 'instead' in support ? support.instead : null;
}

interface CapabilityEntry {
  supported: boolean;
  note: string | null;
  limits: Record<string, number> | null;
}

/** The state of the account may restrict them further. */
export function capabilitiesOf(driver: DriverName): Record<CapabilityName, CapabilityEntry> {
  const entries = CAPABILITY_NAMES.map((name) => {
    const support = supportOf(driver, name);
    const { note = null, limits = null } = typeof support === 'object' && 'note' in support ? support : {};
    return [name, { supported: supports(driver, name), note, limits: limits && { ...limits } }] as const;
  });
  return Object.fromEntries(entries) as Record<CapabilityName, CapabilityEntry>;
}

/** Extra members of the problem `unsupported_by_driver`. */
export const refusalOf = (driver: DriverName, name: CapabilityName) => ({
  driver,
  capability: name,
  supported_by: driversOf(name),
  alternative: alternativeTo(driver, name),
});
