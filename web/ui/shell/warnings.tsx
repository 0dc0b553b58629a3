import { lazyWhenIdle } from '../lazy-parts';
import type { OwnWorkspace } from './workspace';

interface WarningSlotProps {
  workspace: OwnWorkspace | undefined;
  /** Administers the installation. */
  isAdmin: boolean;
}

/** What is wrong, in the header; looked for once the page stands. */
export const WarningSlot = lazyWhenIdle<WarningSlotProps>(async () => (await import('./warning-slot')).WarningSlot);
