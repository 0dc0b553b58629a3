import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';

import { useWorkspace } from '../../ui/shell/workspace';
import { useShortcuts } from '../../ui/shortcuts';

type NewPage = '/w/$ws/automation/publications/new' | '/w/$ws/automation/endpoints/new' | '/w/$ws/automation/rules/new';

export function useCreateButton(to: NewPage, label: string, mayWrite: boolean): ReactNode {
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  useShortcuts(
    useMemo(
      () => ({
        c: () => {
          if (mayWrite) void navigate({ to, params: { ws } });
        },
      }),
      [mayWrite, navigate, to, ws],
    ),
  );
  return (
    mayWrite && (
      <Button
        size="sm"
        component={Link}
        to={to}
        params={{ ws } as never}
        leftSection={<IconPlus size={15} aria-hidden />}
      >
        {label}
      </Button>
    )
  );
}
