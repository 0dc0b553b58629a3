import '../../ui/code/code.css';
import './reference.css';
import { useComputedColorScheme } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { SURFACE_NAMES, SURFACES } from '../../../shared/surfaces';
import { account } from '../../trpc';
import { formatDuration } from '../../ui/format';
import { typoIn } from '../../ui/secret/key-shape';
import { useSampleKey } from '../../ui/secret/sample-key';
import { SlimShell } from '../../ui/shell/shell';
import { useCurrentInView } from '../../ui/shell/tab-links';
import { Loading } from '../../ui/states/loading';
import { ErrorState } from '../../ui/states/states';
import { toast } from '../../ui/toast/toast';
import { KeyField, useKeyOwner } from './key-field';
import { documentQuery, documentUrl } from './query';
import { Scalar, type Answer } from './scalar';

const route = getRouteApi('/reference/$surface');
const ANSWER_SHOWN_MS = 15_000;

export function ReferencePage() {
  const { surface } = route.useParams();
  const scheme = useComputedColorScheme('light');
  const document = useQuery(documentQuery(surface));
  const key = useSampleKey();
  const token = typoIn(key) === undefined ? key : '';
  const owner = useKeyOwner(key);
  const mine = useQuery(account.workspaces.list.queryOptions({}, { retry: false, trpc: { context: { quiet: true } } }));
  const workspace = mine.data?.data.find(({ id }) => id === owner.data?.workspace.id);
  const home = workspace ?? mine.data?.data[0];

  const tell = ({ status, durationMs, requestId }: Answer) =>
    toast(`${status} · ${formatDuration(durationMs)}`, {
      tone: status < 400 ? 'success' : 'error',
      shownMs: ANSWER_SHOWN_MS,
      text: requestId && <ToActivity requestId={requestId} workspaceId={workspace?.id} />,
    });

  return (
    <SlimShell>
      <div className="reference-bar">
        <nav ref={useCurrentInView()} aria-label="Surfaces" className="reference-tabs">
          {SURFACE_NAMES.map((name) => (
            <Link key={name} to="/reference/$surface" params={{ surface: name }} activeOptions={{ includeHash: false }}>
              {SURFACES[name]}
            </Link>
          ))}
        </nav>
        <section aria-label="Key" className="reference-tools">
          <KeyField />
          {home && (
            <Link to="/w/$ws/keys" params={{ ws: home.id }} search={{ create: 1 } as never} className="copy-button">
              Create a key
            </Link>
          )}
          <a href={documentUrl(surface)} download={`switchboard-${surface}.openapi.json`} className="copy-button">
            <IconDownload size={13} aria-hidden />
            OpenAPI
          </a>
        </section>
      </div>
      <div id="main" tabIndex={-1} className="reference">
        {document.data ? (
          <Scalar key={surface} document={document.data} scheme={scheme} token={token} onAnswer={tell} />
        ) : (
          <main className="main">
            <h1 className="visually-hidden">API reference</h1>
            {document.error ? (
              <ErrorState error={document.error} onRetry={() => void document.refetch()} />
            ) : (
              <Loading />
            )}
          </main>
        )}
      </div>
    </SlimShell>
  );
}

function ToActivity({ requestId, workspaceId }: { requestId: string; workspaceId: string | undefined }) {
  if (workspaceId === undefined) return <span className="mono">{requestId}</span>;
  return (
    <Link to="/w/$ws/activity/$id" params={{ ws: workspaceId, id: requestId }}>
      View in Activity
    </Link>
  );
}
