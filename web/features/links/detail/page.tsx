import { Button } from '@mantine/core';
import { IconPackage, IconPackageOff, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link as RouteLink, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../../search';
import { useTRPC } from '../../../trpc';
import { CopyButton, CopyId } from '../../../ui/code/copy';
import { lazyWhenIdle, preload } from '../../../ui/lazy-parts';
import { Card, Page } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { LoadingObjectPage } from '../../../ui/states/loading-object-page';
import { useOverlay } from '../../../ui/use-overlay';
import { nameOf, shortOf, type Link } from '../labels';
import { LinkStatus } from '../link-status';
import { QrButton } from '../qr-button';
import { t } from '../texts';
import { useLinkChange } from '../use-link-change';
import { useLinkUpdates } from '../use-link-updates';

import '../links.css';

const EditLinkSheet = lazyWhenIdle(async () => (await import('../form/edit-sheet')).EditLinkSheet);
const DeleteLink = lazyWhenIdle(async () => (await import('../delete-dialog')).DeleteLink);
const LinkDetails = preload(async () => (await import('./details')).LinkDetails, <Loading shape="text" rows={4} />);
const LinkNumbers = preload(
  async () => (await import('./link-numbers')).LinkNumbers,
  <Loading shape="cards" rows={1} />,
);

const route = getRouteApi('/w/$ws/links/$link');

export function LinkPage() {
  const { ws, link: linkId } = route.useParams();
  const trpc = useTRPC();
  const query = useQuery(trpc.links.get.queryOptions({ link_id: linkId }));
  useLinkUpdates();
  if (query.data) return <LinkDetail of={query.data} />;
  return (
    <LoadingObjectPage title={t('shortLink')} what={t('link')} query={query}>
      <RouteLink to="/w/$ws/links" params={{ ws }} className="copy-button">
        {t('allLinks')}
      </RouteLink>
    </LoadingObjectPage>
  );
}

function LinkDetail({ of }: { of: Link }) {
  const { id: ws, name: workspaceName } = useWorkspace();
  const { edit, ...search } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/links/$link' });
  const can = useCan();
  const mayWrite = can('links:write');
  const [isDeleting, setIsDeleting] = useState(false);
  const { toggleArchived, toggleDisabled } = useLinkChange();
  const drawer = useOverlay('edit');
  const details = (
    <Card title={t('details')}>
      <LinkDetails of={of} />
    </Card>
  );

  return (
    <Page
      title={nameOf(of)}
      context={workspaceName}
      aside={<LinkStatus of={of} />}
      lead={
        <span className="links-fact-line">
          <a href={of.short_url} target="_blank" rel="noreferrer" className="links-strong">
            {shortOf(of.short_url)}
          </a>
          <CopyButton text={of.short_url} label={t('copyLink')} />
          <CopyId id={of.id} />
        </span>
      }
      code={[
        { operation: 'links_get', input: { link_id: of.id }, label: t('link') },
        { operation: 'links_list_clicks', input: { link_id: of.id }, label: t('clicks') },
      ]}
      more={
        mayWrite
          ? [
              {
                label: t(of.disabled ? 'enable' : 'disable'),
                icon: of.disabled ? IconPlayerPlay : IconPlayerPause,
                onClick: () => toggleDisabled(of),
              },
              {
                label: t(of.archived ? 'unarchive' : 'archive'),
                icon: of.archived ? IconPackageOff : IconPackage,
                onClick: () => toggleArchived(of),
              },
              { label: t('delete'), icon: IconTrash, isDangerous: true, onClick: () => setIsDeleting(true) },
            ]
          : []
      }
      actions={
        <>
          <QrButton shortUrl={of.short_url} />
          {mayWrite && (
            <Button size="sm" onClick={() => drawer.open()}>
              {t('edit')}
            </Button>
          )}
        </>
      }
    >
      <div className="links-stack">
        {can('links.analytics:read') ? (
          <LinkNumbers
            of={of}
            search={search}
            onChange={(next) => void navigate({ search: (old) => compact({ ...old, ...next }), replace: true })}
          >
            {details}
          </LinkNumbers>
        ) : (
          details
        )}
      </div>
      {edit && mayWrite && <EditLinkSheet of={of} onClose={() => drawer.close()} />}
      {isDeleting && (
        <DeleteLink
          of={of}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => void navigate({ to: '/w/$ws/links', params: { ws } })}
        />
      )}
    </Page>
  );
}
