import type { ComponentType } from 'react';

import type { DriverName } from '../labels';
import { cloud } from './cloud/parts';
import type { DriverParts } from './parts';
import { sandbox } from './sandbox/parts';

const PARTS: Partial<Record<DriverName, DriverParts>> = { sandbox, cloud };

const Nothing: ComponentType<object> = () => null;
const NONE: DriverParts = { Begin: Nothing };

export const partsOf = (driver: DriverName | undefined): DriverParts =>
  (driver === undefined ? undefined : PARTS[driver]) ?? NONE;
