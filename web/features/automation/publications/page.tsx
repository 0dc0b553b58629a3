import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { useTRPC } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { preload } from '../../../ui/lazy-parts';
import { ConnectionTag } from '../../../ui/live/connection-tag';
import { Page } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { LoadingObjectPage } from '../../../ui/states/loading-object-page';
import { useOverlay } from '../../../ui/use-overlay';
import { StateTag } from '../state-tag';
import { usePublicationUpdates } from '../use-publication-updates';
import { draftOf, inputOf } from './composer/draft';
import { DeliveryList } from './delivery-list';
import { DELIVERY_STATUSES, mayBeChanged, nameOf, keyIn, STATUSES, type Publication } from './labels';
import { Progress } from './progress';
import { usePublicationActions } from './publication-actions';
import { t } from './texts';

import '../automation.css';

const EditPublication = preload(async () => (await import('./edit')).EditPublication, <Loading shape="form" />);
const PublicationDetails = preload(
  async () => (await import('./details')).PublicationDetails,
  <Loading shape="text" rows={6} />,
);
const LinksCard = preload(async () => (await import('./links-card')).LinksCard, <Loading rows={3} />);

const route = getRouteApi('/w/$ws/automation/publications/$publication');

export function PublicationPage() {
  const { ws, publication: id } = route.useParams();
  const trpc = useTRPC();
  const query = useQuery(trpc.automation.publications.get.queryOptions({ publication_id: id }));
  usePublicationUpdates();
  if (query.data) return <Detail of={query.data} />;
  return (
    <LoadingObjectPage title={t('aPublication')} what={t('publication')} query={query}>
      <Link to="/w/$ws/automation/publications" params={{ ws }} className="copy-button">
        {t('allPublications')}
      </Link>
    </LoadingObjectPage>
  );
}

function Detail({ of }: { of: Publication }) {
  const { id: ws, name } = useWorkspace();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/automation/publications/$publication' });
  const mayWrite = useCan()('automation.publications:write');
  const editing = useOverlay('edit');
  const { buttons, menu, dialog } = usePublicationActions(of, () => editing.open());
  const isEdited = search.edit === true && mayWrite && mayBeChanged(of);
  const isShown = !isEdited && mayWrite;
  return (
    <Page
      title={isEdited ? t('editing', { name: nameOf(of) }) : nameOf(of)}
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
            {t('publications')}
          </Link>{' '}
          · <CopyId id={of.id} />
        </>
      }
      actions={isShown && buttons}
      more={isShown ? menu : []}
      {...(isEdited ? {} : { code: callsOf(of) })}
    >
      {isEdited ? (
        <EditPublication of={of} onClose={() => editing.close()} />
      ) : (
        <div className="automation-stack">
          <Progress of={of} />
          {of.links.length > 0 && <LinksCard of={of} />}
          <div className="automation-columns">
            <DeliveryList
              of={of}
              search={{ status: keyIn(DELIVERY_STATUSES, search.status), delivery: search.delivery }}
              onStatus={(status) =>
                void navigate({ search: (old) => compact({ ...old, status }), replace: true, resetScroll: false })
              }
            />
            <PublicationDetails of={of} />
          </div>
        </div>
      )}
      {dialog}
    </Page>
  );
}

const callsOf = (of: Publication) => [
  { operation: 'automation_publications_get', input: { publication_id: of.id }, label: t('publication') },
  {
    operation: 'automation_publication_deliveries_list',
    input: { publication_id: of.id },
    label: t('deliveries'),
  },
  {
    operation: 'automation_publications_create',
    input: () => ({ ...inputOf({ ...draftOf(of), allow_duplicate: false }) }),
    label: t('createdLike'),
  },
];
