import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link as RouteLink, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../../search';
import { queryClient, useTRPC } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { lazyWhenIdle, preload } from '../../../ui/lazy-parts';
import { Card, Page } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { LoadingObjectPage } from '../../../ui/states/loading-object-page';
import { Tag } from '../../../ui/tag';
import { toast, toastError } from '../../../ui/toast/toast';
import { nameOf, STATUS_TONES, STATUS_LABELS, type Link } from '../labels';
import { useLinkUpdates } from '../use-link-updates';
import { LinkDetails } from './details';

import '../links.css';

const EditLinkSheet = lazyWhenIdle(async () => (await import('../form/edit-sheet')).EditLinkSheet);
const DeleteLink = lazyWhenIdle(async () => (await import('../delete-dialog')).DeleteLink);
const QrPanel = preload(async () => (await import('../qr-panel')).QrPanel, <div className="links-qr-code" />);
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
    <LoadingObjectPage title="Short link" what="link" query={query}>
      <RouteLink to="/w/$ws/links" params={{ ws }} className="copy-button">
        All links
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
  const setEdit = (isOpen: boolean) =>
    void navigate({ search: (old) => compact({ ...old, edit: isOpen ? (true as const) : undefined }), replace: true });

  return (
    <Page
      title={nameOf(of)}
      context={workspaceName}
      aside={
        <>
          <Tag tone={STATUS_TONES[of.status]} dot>
            {STATUS_LABELS[of.status]}
          </Tag>
          {of.archived && <Tag>Archived</Tag>}
        </>
      }
      lead={
        <>
          <RouteLink to="/w/$ws/links" params={{ ws }}>
            Short links
          </RouteLink>{' '}
          · <CopyId id={of.id} />
        </>
      }
      actions={
        <>
          <CopyAsCode operation="links_get" input={{ link_id: of.id }} />
          {mayWrite && <LinkActions of={of} onEdit={() => setEdit(true)} />}
        </>
      }
    >
      <div className="links-stack">
        <div className="links-top">
          <Card>
            <LinkDetails of={of} />
          </Card>
          <Card title="QR code">
            <QrPanel shortUrl={of.short_url} />
          </Card>
        </div>
        {can('links.analytics:read') && (
          <LinkNumbers
            of={of}
            search={search}
            onChange={(next) => void navigate({ search: (old) => compact({ ...old, ...next }), replace: true })}
          />
        )}
      </div>
      {edit && mayWrite && <EditLinkSheet of={of} onClose={() => setEdit(false)} />}
    </Page>
  );
}

function LinkActions({ of, onEdit }: { of: Link; onEdit: () => void }) {
  const trpc = useTRPC();
  const navigate = useNavigate();
  const { id: ws } = useWorkspace();
  const [isDeleting, setIsDeleting] = useState(false);
  const update = useMutation(
    trpc.links.update.mutationOptions({
      onSuccess: () => toast('Link changed'),
      onError: (error) => toastError(error, 'The link was not changed'),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.links.pathKey() }),
    }),
  );
  const change = (what: { disabled: boolean } | { archived: boolean }) => update.mutate({ link_id: of.id, ...what });
  return (
    <>
      <Button size="xs" onClick={onEdit}>
        Change
      </Button>
      <Button size="xs" variant="default" loading={update.isPending} onClick={() => change({ disabled: !of.disabled })}>
        {of.disabled ? 'Enable' : 'Disable'}
      </Button>
      <Button size="xs" variant="default" loading={update.isPending} onClick={() => change({ archived: !of.archived })}>
        {of.archived ? 'Take out of the archive' : 'Archive'}
      </Button>
      <Button size="xs" variant="outline" color="red" onClick={() => setIsDeleting(true)}>
        Delete
      </Button>
      {isDeleting && (
        <DeleteLink
          of={of}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => void navigate({ to: '/w/$ws/links', params: { ws } })}
        />
      )}
    </>
  );
}
