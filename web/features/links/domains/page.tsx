import { Button } from '@mantine/core';
import { IconPlus, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { useShortcuts } from '../../../ui/shortcuts';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty } from '../../../ui/states/states';
import { useOverlay } from '../../../ui/use-overlay';
import { LinksFrame } from '../frame';
import type { Domain } from '../labels';
import { useLinkUpdates } from '../use-link-updates';
import { DomainCard } from './domain-card';
import { t } from './texts';

import '../links.css';
import './domains.css';

const AddDomain = lazyWhenIdle(async () => (await import('./add-sheet')).AddSheet);
const EditDomainSheet = lazyWhenIdle(async () => (await import('./edit-sheet')).EditDomainSheet);
const DeleteDomain = lazyWhenIdle(async () => (await import('./delete-dialog')).DeleteDialog);

const route = getRouteApi('/w/$ws/links/domains');
const LIMIT = 100;

/** The hosts that links live on; `?create=1` opens the drawer for another one. */
export function LinkDomainsPage() {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const { create, domain: shown } = route.useSearch();
  const mayWrite = useCan()('links.domains:write');
  const [open, setOpen] = useState<{ what: 'edit' | 'delete'; of: Domain }>();
  const query = useQuery(trpc.links.domains.list.queryOptions({ limit: LIMIT }));
  useLinkUpdates();
  const drawer = useOverlay('create');
  useShortcuts(useMemo(() => (mayWrite ? { c: () => drawer.open() } : {}), [mayWrite, drawer]));
  const addButton = mayWrite && (
    <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => drawer.open()}>
      {t('addDomain')}
    </Button>
  );
  // The drawer shows what the list has now.
  const current = query.data?.data.find(({ id }) => id === open?.of.id);

  return (
    <LinksFrame
      title={t('title')}
      lead={t('lead')}
      code={{ operation: 'links_domains_list', input: {} }}
      actions={addButton}
    >
      <Content query={query} loading={<Loading shape="cards" rows={2} />}>
        {({ data }) => (
          <div className="links-stack">
            {data.map((domain) => (
              <DomainCard
                key={domain.id}
                of={domain}
                isShown={domain.id === shown}
                {...(mayWrite && !domain.shared
                  ? {
                      onEdit: () => setOpen({ what: 'edit', of: domain }),
                      onDelete: () => setOpen({ what: 'delete', of: domain }),
                    }
                  : {})}
              />
            ))}
            {data.every(({ shared }) => shared) && (
              <Empty
                icon={IconWorld}
                title={t('noDomains')}
                actions={
                  mayWrite && (
                    <>
                      {addButton}
                      <CopyAsCode operation="links_domains_create" input={{ hostname: 'go.example.com' }} />
                    </>
                  )
                }
              >
                {t.rich('noDomainsHelp', {
                  l: (part) => (
                    <Link to="/w/$ws/links" params={{ ws }}>
                      {part}
                    </Link>
                  ),
                })}
              </Empty>
            )}
          </div>
        )}
      </Content>
      {create && mayWrite && (
        <AddDomain onClose={(createdId) => drawer.close(createdId === undefined ? {} : { domain: createdId })} />
      )}
      {open?.what === 'edit' && current && <EditDomainSheet of={current} onClose={() => setOpen(undefined)} />}
      {open?.what === 'delete' && current && <DeleteDomain of={current} onClose={() => setOpen(undefined)} />}
    </LinksFrame>
  );
}
