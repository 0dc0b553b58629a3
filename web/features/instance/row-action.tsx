import { Button } from '@mantine/core';

interface RowActionProps {
  /** The word on the button; `of` completes its name for screen readers. */
  action: string;
  of: string;
  isDangerous?: boolean;
  isPending?: boolean;
  onClick: () => void;
}

export function RowAction({ action, of, isDangerous = false, isPending = false, onClick }: RowActionProps) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={`${action} ${of}`}
      loading={isPending}
      onClick={onClick}
      {...(isDangerous ? { color: 'red' } : {})}
    >
      {action}
    </Button>
  );
}
