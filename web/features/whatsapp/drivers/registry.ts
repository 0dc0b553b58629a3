import type { ComponentType } from 'react';

import type { DriverName } from '../labels';
import { cloud } from './cloud/components';
import type { DriverComponents } from './driver-components';
import { sandbox } from './sandbox/components';
import { web } from './web/components';

const DRIVERS: Partial<Record<DriverName, DriverComponents>> = { sandbox, cloud, web };

const Nothing: ComponentType<object> = () => null;
const NONE: DriverComponents = { Begin: Nothing };

export const componentsOf = (driver: DriverName | undefined): DriverComponents =>
  (driver === undefined ? undefined : DRIVERS[driver]) ?? NONE;
