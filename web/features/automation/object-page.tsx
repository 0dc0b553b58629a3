import type { ComponentProps, ReactNode } from 'react';

import { CopyId } from '../../ui/code/copy';
import { Page } from '../../ui/page';
import { useWorkspace } from '../../ui/shell/workspace';
import { StateTag, type StateLabels } from './state-tag';

interface ObjectPageProps extends Pick<ComponentProps<typeof Page>, 'actions' | 'more' | 'code'> {
  of: { id: string; name: string; description: string | null };
  status: StateLabels;
  /** A link to the list. */
  list: ReactNode;
  children: ReactNode;
}

export function ObjectPage({ of, status, list, children, ...page }: ObjectPageProps) {
  const { name } = useWorkspace();
  return (
    <Page
      title={of.name}
      context={name}
      aside={<StateTag of={status} />}
      lead={
        <>
          {list} · <CopyId id={of.id} />
          {of.description !== null && of.description !== '' && <> · {of.description}</>}
        </>
      }
      {...page}
    >
      {children}
    </Page>
  );
}
