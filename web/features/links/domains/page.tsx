import { Button } from '@mantine/core';
import { IconPlus, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { compact } from '../../../search';
import { useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { useShortcuts } from '../../../ui/shortcuts';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty } from '../../../ui/states/states';
import { LinksFrame } from '../frame';
import type { Domain } from '../labels';
import { useLinkUpdates } from '../use-link-updates';
import { DomainCard } from './domain-card';

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
  const navigate = useNavigate({ from: '/w/$ws/links/domains' });
  const mayWrite = useCan()('links.domains:write');
  const [open, setOpen] = useState<{ what: 'edit' | 'delete'; of: Domain }>();
  const query = useQuery(trpc.links.domains.list.queryOptions({ limit: LIMIT }));
  useLinkUpdates();
  const setCreate = (isOpen: boolean) =>
    void navigate({ search: (old) => compact({ ...old, create: isOpen ? (true as const) : undefined }) });
  useShortcuts(
    useMemo(
      () => ({
        c: () => {
          if (mayWrite) void navigate({ search: (old) => ({ ...old, create: true as const }) });
        },
      }),
      [mayWrite, navigate],
    ),
  );
  const addButton = mayWrite && (
    <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreate(true)}>
      Add domain
    </Button>
  );
  // The drawer shows what the list has now.
  const current = query.data?.data.find(({ id }) => id === open?.of.id);

  return (
    <LinksFrame
      title="Link domains"
      lead="Hosts of your own: go.example.com/sale says more than an address of somebody else."
      actions={
        <>
          <CopyAsCode operation="links_domains_list" input={{}} />
          {addButton}
        </>
      }
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
                title="No domain of your own yet"
                actions={
                  mayWrite && (
                    <>
                      {addButton}
                      <CopyAsCode operation="links_domains_create" input={{ hostname: 'go.example.com' }} />
                    </>
                  )
                }
              >
                Add a host, set one DNS record, and links can be made on it. Until then they live on{' '}
                <Link to="/w/$ws/links" params={{ ws }}>
                  the shared one
                </Link>
                .
              </Empty>
            )}
          </div>
        )}
      </Content>
      {create && mayWrite && (
        <AddDomain
          onClose={(madeId) =>
            void navigate({ search: (old) => compact({ ...old, create: undefined, domain: madeId ?? old.domain }) })
          }
        />
      )}
      {open?.what === 'edit' && current && <EditDomainSheet of={current} onClose={() => setOpen(undefined)} />}
      {open?.what === 'delete' && current && <DeleteDomain of={current} onClose={() => setOpen(undefined)} />}
    </LinksFrame>
  );
}
