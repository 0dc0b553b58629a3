import { Button } from '@mantine/core';
import { useMutation, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { queryClient } from '../../trpc';
import { CodeBlock } from '../../ui/code/code-block';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Confirm } from '../../ui/dialog/dialog';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';
import { t } from './texts';

import './versions.css';

interface Version {
  version: number;
  created_at: string;
}

interface Restoring {
  restore: (version: number) => Promise<unknown>;
  operation: string;
  inputOf: (version: number) => Record<string, unknown>;
  /** What to read again. */
  stale: QueryKey;
  note?: string;
}

interface VersionsProps<T> extends Restoring {
  query: Parameters<typeof LoadMore>[0]['query'] & {
    data: InfiniteData<{ data: T[] }> | undefined;
    refetch: () => unknown;
  };
  mayWrite: boolean;
  configOf: (version: T) => unknown;
  about?: (version: T) => ReactNode;
}

export function Versions<T extends Version>({ query, mayWrite, configOf, about, ...restoring }: VersionsProps<T>) {
  const [chosen, setChosen] = useState<number>();
  return (
    <Content query={query} loading={<Loading rows={4} />}>
      {(data) => (
        <section className="card" aria-label={t('versions')}>
          <ol className="versions">
            {rowsOf(data).map((one, index) => (
              <li key={one.version}>
                <details>
                  <summary>
                    <strong>{t('version', { version: one.version })}</strong>{' '}
                    {index === 0 && <Tag tone="success">{t('current')}</Tag>}{' '}
                    <span className="dimmed">
                      {about?.(one)}
                      <Time at={one.created_at} />
                    </span>
                  </summary>
                  <CodeBlock
                    code={JSON.stringify(configOf(one), null, 2)}
                    language="json"
                    label={t('configuration', { version: one.version })}
                  />
                  {mayWrite && index > 0 && (
                    <Button size="xs" variant="default" mt={8} onClick={() => setChosen(one.version)}>
                      {t('restore', { version: one.version })}
                    </Button>
                  )}
                </details>
              </li>
            ))}
          </ol>
          <LoadMore query={query} />
          {chosen !== undefined && <Restore {...restoring} version={chosen} onClose={() => setChosen(undefined)} />}
        </section>
      )}
    </Content>
  );
}

interface RestoreProps extends Restoring {
  version: number;
  onClose: () => void;
}

function Restore({ version, restore: bringBack, operation, inputOf, stale, note, onClose }: RestoreProps) {
  const restore = useMutation({
    mutationFn: async (): Promise<void> => void (await bringBack(version)),
    onSuccess: () => toast(t('restored', { version })),
    onError: (error) => toastError(error, t('notRestored')),
    onSettled: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: stale });
    },
  });
  return (
    <Confirm
      title={t('restoreQuestion', { version })}
      action={t('restoreAction')}
      isDangerous={false}
      isPending={restore.isPending}
      onConfirm={() => restore.mutate()}
      onClose={onClose}
    >
      <p>
        {t('restoreHelp')}
        {note !== undefined && ` ${note}`}
      </p>
      <CopyAsCode operation={operation} input={inputOf(version)} />
    </Confirm>
  );
}
