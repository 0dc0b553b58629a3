import { traitsOf } from '../drivers/registry';
import type { InstanceRow } from '../work-types';

export const statusSourceOf = ({ driver }: InstanceRow) =>
  traitsOf(driver).isSimulated ? ('sandbox' as const) : ('provider' as const);

export const inboundOriginOf = ({ driver }: InstanceRow) =>
  traitsOf(driver).isSimulated ? ('sandbox' as const) : ('phone' as const);
