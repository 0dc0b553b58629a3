import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import type { InboundEndpointVersion } from '../../../../shared/automation/endpoint';
import { byCursor, queryClient, useTRPC } from '../../../trpc';
import { CodeBlock } from '../../../ui/code/code-block';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog';
import { formatList } from '../../../ui/format';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { toast, toastError } from '../../../ui/toast';
import type { Endpoint } from './words';

import './endpoints.css';

const PAGE = 25;

/** What the endpoint was, newest first; an older one can be brought back. */
export function VersionsTab({ of }: { of: Endpoint }) {
  const trpc = useTRPC();
  const mayWrite = useCan()('automation.endpoints:write');
  const [chosen, setChosen] = useState<InboundEndpointVersion>();
  const query = useInfiniteQuery(
    trpc.automation.endpoints.versions.list.infiniteQueryOptions(
      { endpoint_id: of.id, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  return (
    <Content query={query} loading={<Loading rows={4} />}>
      {(data) => (
        <section className="card" aria-label="Versions">
          <ol className="endpoint-versions">
            {rowsOf(data).map((version, place) => (
              <li key={version.version}>
                <details>
                  <summary>
                    <strong>Version {version.version}</strong> {place === 0 && <Tag tone="success">Current</Tag>}{' '}
                    <span className="dimmed">
                      {version.version === 1 ? 'Made' : `Changed ${formatList(version.changed)}`} ·{' '}
                      <Time at={version.created_at} />
                    </span>
                  </summary>
                  <CodeBlock
                    code={JSON.stringify(version.config, null, 2)}
                    language="json"
                    label={`Configuration of version ${version.version}`}
                  />
                  {mayWrite && place > 0 && (
                    <Button size="xs" variant="default" mt={8} onClick={() => setChosen(version)}>
                      Restore version {version.version}
                    </Button>
                  )}
                </details>
              </li>
            ))}
          </ol>
          <LoadMore query={query} />
          {chosen && <Restore of={of} version={chosen} onClose={() => setChosen(undefined)} />}
        </section>
      )}
    </Content>
  );
}

interface RestoreProps {
  of: Endpoint;
  version: InboundEndpointVersion;
  onClose: () => void;
}

function Restore({ of, version: { version }, onClose }: RestoreProps) {
  const trpc = useTRPC();
  const input = { endpoint_id: of.id, version };
  const restore = useMutation(
    trpc.automation.endpoints.versions.restore.mutationOptions({
      onSuccess: () => toast(`Version ${version} restored`),
      onError: (error) => toastError(error, 'The version was not restored'),
      onSettled: async () => {
        onClose();
        await queryClient.invalidateQueries({ queryKey: trpc.automation.endpoints.pathKey() });
      },
    }),
  );
  return (
    <Confirm
      title={`Restore version ${version}?`}
      action="Restore version"
      isDangerous={false}
      isPending={restore.isPending}
      onConfirm={() => restore.mutate(input)}
      onClose={onClose}
    >
      <p>It becomes the newest version; those between stay in the list. Tokens and secrets stay as they are.</p>
      <CopyAsCode operation="automation_endpoints_versions_restore" input={input} />
    </Confirm>
  );
}
