import { lazyWhenIdle } from '../../lazy-parts';
import type { MemberWorkspace } from '../workspace';

interface WarningSlotProps {
  workspace: MemberWorkspace | undefined;
  isAdmin: boolean;
}

export const WarningSlot = lazyWhenIdle<WarningSlotProps>(async () => (await import('./warning-slot')).WarningSlot);
