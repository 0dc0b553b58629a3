import '../../ui/code/code.css';
import './reference.css';
import { useComputedColorScheme } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLoaderData, useLocation } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';

import { SURFACE_NAMES, SURFACES, type Surface } from '../../../shared/surfaces';
import { labelOf } from '../../i18n/labels';
import { formatDuration } from '../../ui/format';
import { lazyPart } from '../../ui/lazy-parts';
import { typoIn } from '../../ui/secret/key-shape';
import { useSampleKey } from '../../ui/secret/sample-key';
import { useCurrentInView } from '../../ui/shell/tab-links';
import { ErrorState } from '../../ui/states/states';
import { toast } from '../../ui/toast/toast';
import { KeyField, useKeyOwner } from './key-field';
import { Outline } from './outline';
import { documentQuery, documentUrl } from './query';
import type { Answer } from './scalar';
import { TestKeyButton } from './test-key';
import { t } from './texts';
import { useViewer } from './use-viewer';

const Scalar = lazyPart(async () => (await import('./scalar')).Scalar);

const route = getRouteApi('/docs-layout/reference/$surface');
const ANSWER_SHOWN_MS = 15_000;
const nameOf = (surface: Surface): string => labelOf('surfaces', surface, SURFACES[surface]);

export function ReferencePage() {
  const { surface } = route.useParams();
  const session = useLoaderData({ from: '/docs-layout' });
  const key = useSampleKey();
  return (
    <>
      <div className="reference-bar">
        <nav ref={useCurrentInView()} aria-label={t('surfaces')} className="tab-row reference-tabs">
          {SURFACE_NAMES.map((name) => (
            <Link key={name} to="/reference/$surface" params={{ surface: name }} activeOptions={{ includeHash: false }}>
              {nameOf(name)}
            </Link>
          ))}
        </nav>
        <section aria-label={t('key')} className="reference-tools">
          <KeyField />
          {session?.workspace && key === '' && <TestKeyButton />}
          <a href={documentUrl(surface)} download={`switchboard-${surface}.openapi.json`} className="copy-button">
            <IconDownload size={13} aria-hidden />
            {t('openapi')}
          </a>
        </section>
      </div>
      <Reference surface={surface} />
    </>
  );
}

/** The outline stays until the viewer has drawn its first part. */
function Reference({ surface }: { surface: Surface }) {
  const scheme = useComputedColorScheme('light');
  const session = useLoaderData({ from: '/docs-layout' });
  const document = useQuery(documentQuery(surface));
  const isWanted = useViewer();
  // The viewer scrolls to the asked operation before it is shown: it has its height by then, and the outline stays in
  // view, or the page would be blank.
  const hidden = useLocation({ select: ({ hash }) => (hash === '' ? 'reference-hidden' : 'reference-settling') });
  const [drawn, setDrawn] = useState<Surface>();
  const main = useRef<HTMLDivElement>(null);
  const key = useSampleKey();
  const token = typoIn(key) === undefined ? key : '';
  const owner = useKeyOwner(key).data?.workspace.id;
  const workspaceId = session?.workspaces.find(({ id }) => id === owner)?.id;

  const showAnswer = ({ status, durationMs, requestId }: Answer) =>
    toast(`${status} · ${formatDuration(durationMs)}`, {
      tone: status < 400 ? 'success' : 'error',
      shownMs: ANSWER_SHOWN_MS,
      text: requestId && <ToActivity requestId={requestId} workspaceId={workspaceId} />,
    });
  const onDrawn = () => {
    // The element with the focus goes away with the outline.
    if (main.current?.querySelector('.reference-outline')?.contains(window.document.activeElement)) {
      main.current.focus({ preventScroll: true });
    }
    setDrawn(surface);
  };

  return (
    <div ref={main} id="main" tabIndex={-1} className="reference">
      {isWanted && document.data && (
        <Suspense>
          <div key={surface} className={drawn === surface ? undefined : hidden}>
            <Scalar
              document={document.data}
              title={nameOf(surface)}
              scheme={scheme}
              token={token}
              onAnswer={showAnswer}
              onDrawn={onDrawn}
            />
          </div>
        </Suspense>
      )}
      {drawn !== surface &&
        (document.error && !document.data ? (
          <main className="main">
            <h1 className="visually-hidden">{t('title')}</h1>
            <ErrorState error={document.error} onRetry={() => void document.refetch()} />
          </main>
        ) : (
          <Outline key={surface} document={document.data} title={nameOf(surface)} />
        ))}
    </div>
  );
}

function ToActivity({ requestId, workspaceId }: { requestId: string; workspaceId: string | undefined }) {
  if (workspaceId === undefined) return <span className="mono">{requestId}</span>;
  return (
    <Link to="/w/$ws/activity/$id" params={{ ws: workspaceId, id: requestId }}>
      {t('viewInLogs')}
    </Link>
  );
}
