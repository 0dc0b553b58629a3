import { lazyWhenIdle } from '../lazy-parts';
import type { OwnWorkspace } from './workspace';

interface WarningSlotProps {
  workspace: OwnWorkspace | undefined;
  isAdmin: boolean;
}

export const WarningSlot = lazyWhenIdle<WarningSlotProps>(async () => (await import('./warning-slot')).WarningSlot);
