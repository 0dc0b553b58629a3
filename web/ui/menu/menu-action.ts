import type { Icon } from '@tabler/icons-react';

export interface MenuAction {
  label: string;
  icon?: Icon;
  /** Below a line, in red, after all others. */
  isDangerous?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/** `mayWrite && { … }` leaves one out. */
export type MenuActions = readonly (MenuAction | false | null | undefined)[];
