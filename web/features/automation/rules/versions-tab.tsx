import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { byCursor, queryClient, useTRPC } from '../../../trpc';
import { CodeBlock } from '../../../ui/code/code-block';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { toast, toastError } from '../../../ui/toast';
import type { Rule } from './words';

import '../endpoints/endpoints.css';

const PAGE = 25;

/** What the rule did, newest first; an older one can be brought back. */
export function VersionsTab({ of }: { of: Rule }) {
  const trpc = useTRPC();
  const mayWrite = useCan()('automation.rules:write');
  const [chosen, setChosen] = useState<number>();
  const query = useInfiniteQuery(
    trpc.automation.rules.versions.list.infiniteQueryOptions(
      { rule_id: of.id, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  return (
    <Content query={query} loading={<Loading rows={4} />}>
      {(data) => (
        <section className="card" aria-label="Versions">
          <ol className="endpoint-versions">
            {rowsOf(data).map(({ version, created_at: at, ...config }, place) => (
              <li key={version}>
                <details>
                  <summary>
                    <strong>Version {version}</strong> {place === 0 && <Tag tone="success">Current</Tag>}{' '}
                    <span className="dimmed">
                      <Time at={at} />
                    </span>
                  </summary>
                  <CodeBlock
                    code={JSON.stringify(config, null, 2)}
                    language="json"
                    label={`What version ${version} did`}
                  />
                  {mayWrite && place > 0 && (
                    <Button size="xs" variant="default" mt={8} onClick={() => setChosen(version)}>
                      Restore version {version}
                    </Button>
                  )}
                </details>
              </li>
            ))}
          </ol>
          <LoadMore query={query} />
          {chosen !== undefined && <Restore of={of} version={chosen} onClose={() => setChosen(undefined)} />}
        </section>
      )}
    </Content>
  );
}

interface RestoreProps {
  of: Rule;
  version: number;
  onClose: () => void;
}

function Restore({ of, version, onClose }: RestoreProps) {
  const trpc = useTRPC();
  const input = { rule_id: of.id, version };
  const restore = useMutation(
    trpc.automation.rules.versions.restore.mutationOptions({
      onSuccess: () => toast(`Version ${version} restored`),
      onError: (error) => toastError(error, 'The version was not restored'),
      onSettled: async () => {
        onClose();
        await queryClient.invalidateQueries({ queryKey: trpc.automation.rules.pathKey() });
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
      <p>It becomes the newest version; those between stay in the list.</p>
      <CopyAsCode operation="automation_rules_versions_restore" input={input} />
    </Confirm>
  );
}
