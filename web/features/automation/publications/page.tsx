import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { useTRPC } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { preload } from '../../../ui/lazy-parts';
import { ConnectionTag } from '../../../ui/live/connection-tag';
import { Card, Page } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { LoadingObjectPage } from '../../../ui/states/loading-object-page';
import { StateTag } from '../state-tag';
import { usePublicationUpdates } from '../use-publication-updates';
import { PublicationAsCode } from './as-code';
import { Counters } from './counters';
import { DeliveryList } from './delivery-list';
import { PublicationContent, PublicationDetails } from './details';
import { DELIVERY_STATUSES, nameOf, keyIn, STATUSES, type Publication } from './labels';
import { LinksCard } from './links-card';
import { mayBeChanged, PublicationActions } from './publication-actions';

import '../automation.css';

const EditPublication = preload(async () => (await import('./edit')).EditPublication, <Loading shape="form" />);

const route = getRouteApi('/w/$ws/automation/publications/$publication');

export function PublicationPage() {
  const { ws, publication: id } = route.useParams();
  const trpc = useTRPC();
  const query = useQuery(trpc.automation.publications.get.queryOptions({ publication_id: id }));
  usePublicationUpdates();
  if (query.data) return <Detail of={query.data} />;
  return (
    <LoadingObjectPage title="Publication" what="publication" query={query}>
      <Link to="/w/$ws/automation/publications" params={{ ws }} className="copy-button">
        All publications
      </Link>
    </LoadingObjectPage>
  );
}

function Detail({ of }: { of: Publication }) {
  const { id: ws, name } = useWorkspace();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/automation/publications/$publication' });
  const mayWrite = useCan()('automation.publications:write');
  const change = (next: { [K in keyof typeof search]?: (typeof search)[K] | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true, resetScroll: false });
  const isEdited = search.edit === true && mayWrite && mayBeChanged(of);
  return (
    <Page
      title={isEdited ? `Change “${nameOf(of)}”` : nameOf(of)}
      context={name}
      aside={
        <>
          <StateTag of={STATUSES[of.status]} />
          {!isEdited && <ConnectionTag />}
        </>
      }
      lead={
        <>
          <Link to="/w/$ws/automation/publications" params={{ ws }}>
            Publications
          </Link>{' '}
          · <CopyId id={of.id} />
        </>
      }
      actions={
        !isEdited && (
          <>
            <CopyAsCode operation="automation_publications_get" input={{ publication_id: of.id }} />
            {mayWrite && <PublicationActions of={of} onEdit={() => change({ edit: true })} />}
          </>
        )
      }
    >
      {isEdited ? (
        <EditPublication of={of} onClose={() => change({ edit: undefined })} />
      ) : (
        <div className="automation-stack">
          <Counters of={of} />
          <div className="automation-columns">
            <div className="automation-stack">
              <DeliveryList
                of={of}
                search={{ status: keyIn(DELIVERY_STATUSES, search.status), delivery: search.delivery }}
                onChange={change}
              />
              <LinksCard of={of} />
            </div>
            <div className="automation-stack">
              <Card title="Content">
                <PublicationContent of={of} />
              </Card>
              <Card title="Facts">
                <PublicationDetails of={of} />
              </Card>
              <PublicationAsCode of={of} />
            </div>
          </div>
        </div>
      )}
    </Page>
  );
}
