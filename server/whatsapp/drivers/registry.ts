import type { DriverName } from '../../../shared/whatsapp/drivers';
import { cloudModule } from './cloud/cloud';
import type { DriverModule } from './module';
import { sandboxModule } from './sandbox/sandbox';
import { webModule } from './web/web';

const MODULES: Record<DriverName, DriverModule> = { sandbox: sandboxModule, cloud: cloudModule, web: webModule };

export const moduleOf = (driver: DriverName): DriverModule => MODULES[driver];
export const traitsOf = (driver: DriverName): DriverModule['traits'] => MODULES[driver].traits;
