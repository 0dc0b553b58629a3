import { cloudContract } from './cloud';
import type { DriverContract } from './driver';
import { sandboxContract } from './sandbox';
import { webContract } from './web';

export const DRIVER_CONTRACTS = {
  sandbox: sandboxContract,
  cloud: cloudContract,
  web: webContract,
} as const satisfies Record<string, DriverContract>;

type Contracts = typeof DRIVER_CONTRACTS;
export type DriverName = keyof Contracts;
export const DRIVERS = Object.keys(DRIVER_CONTRACTS) as [DriverName, ...DriverName[]];

export const ofEachDriver = <Part extends keyof DriverContract>(part: Part) =>
  Object.fromEntries(DRIVERS.map((name) => [name, DRIVER_CONTRACTS[name][part]])) as {
    [Name in DriverName]: Contracts[Name][Part];
  };
