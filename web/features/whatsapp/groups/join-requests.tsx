import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { byCursor, queryClient, useTRPC, useTRPCClient, type Outputs } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Card } from '../../../ui/page';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { Note } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { toastError } from '../../../ui/toast/toast';
import { nameOfPerson } from '../party';
import { textTable } from '../text-table';
import type { Group } from './labels';
import { t } from './texts';

type Decided = Outputs['whatsapp']['group_join_requests']['approve']['results'][number];

const CODES: Record<Decided['code'], string> = textTable(['ok', 'group_join_request_unknown', 'failed'], (code) =>
  t(`code_${code}`),
);

export function JoinRequests({ of, mayWrite }: { of: Group; mayWrite: boolean }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { instance_id: of.instance_id, group_id: of.id };
  const query = useInfiniteQuery(trpc.whatsapp.group_join_requests.list.infiniteQueryOptions(input, byCursor));
  const [refused, setRefused] = useState<Decided[]>([]);
  const decide = useMutation({
    mutationFn: ({ decision, requests }: { decision: 'approve' | 'reject'; requests: string[] }) =>
      client.whatsapp.group_join_requests[decision].mutate({ ...input, requests }),
    onSuccess: ({ results }) => setRefused(results.filter(({ ok }) => !ok)),
    onError: (error) => toastError(error, t('notDecided')),
    onSettled: () =>
      Promise.all(
        [
          trpc.whatsapp.group_join_requests.pathKey(),
          trpc.whatsapp.group_participants.pathKey(),
          trpc.whatsapp.groups.pathKey(),
        ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
  return (
    <Card
      title={t('joinRequests')}
      actions={<CopyAsCode operation="whatsapp_group_join_requests_list" input={input} />}
    >
      <div className="wa-lines">
        {refused.map(({ id, code }) => (
          <Note key={id} tone="warning" alert>
            {t.rich('codeOf', { text: CODES[code], id: () => <span className="mono">{id}</span> })}
          </Note>
        ))}
        <Content query={query} what={t('groupNoun')} loading={<Loading shape="text" rows={1} />}>
          {(data) => {
            const rows = rowsOf(data);
            if (rows.length === 0) return <p className="dimmed">{t('noRequests')}</p>;
            return (
              <>
                <ul className="wa-people">
                  {rows.map(({ id, party, created_at: at }) => (
                    <li key={id}>
                      <span className="wa-person">
                        <strong>{nameOfPerson(party)}</strong>
                        <span className="dimmed">
                          <Time at={at} />
                        </span>
                      </span>
                      {mayWrite && (
                        <span className="wa-line">
                          {(['approve', 'reject'] as const).map((decision) => (
                            <Button
                              key={decision}
                              size="compact-sm"
                              variant="default"
                              disabled={decide.isPending}
                              aria-label={t(`name_${decision}`, { name: nameOfPerson(party) })}
                              onClick={() => decide.mutate({ decision, requests: [id] })}
                            >
                              {t(decision)}
                            </Button>
                          ))}
                        </span>
                      )}
                    </li>
                  ))}
                </ul>
                <LoadMore query={query} />
              </>
            );
          }}
        </Content>
      </div>
    </Card>
  );
}
