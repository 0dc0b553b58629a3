import { Button } from '@mantine/core';

interface RowActionProps {
  action: string;
  /** What screen readers say: it names the row too. */
  label: string;
  onClick: () => void;
}

export function RowAction({ action, label, onClick }: RowActionProps) {
  return (
    <Button size="compact-sm" variant="subtle" aria-label={label} onClick={onClick}>
      {action}
    </Button>
  );
}
