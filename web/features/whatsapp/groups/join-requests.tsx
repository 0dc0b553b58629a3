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
import type { Group } from './labels';

type Decided = Outputs['whatsapp']['group_join_requests']['approve']['results'][number];

const CODES = {
  ok: 'Done',
  group_join_request_unknown: 'The request is gone: the person took it back, or somebody else decided',
  failed: 'Was refused by the network',
} satisfies Record<Decided['code'], string>;

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
    onError: (error) => toastError(error, 'Nothing was decided'),
    onSettled: () => {
      for (const queryKey of [
        trpc.whatsapp.group_join_requests.pathKey(),
        trpc.whatsapp.group_participants.pathKey(),
        trpc.whatsapp.groups.pathKey(),
      ])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <Card title="Requests to join" actions={<CopyAsCode operation="whatsapp_group_join_requests_list" input={input} />}>
      <div className="wa-lines">
        {refused.map(({ id, code }) => (
          <Note key={id} tone="warning" alert>
            <span className="mono">{id}</span>: {CODES[code]}.
          </Note>
        ))}
        <Content query={query} what="group" loading={<Loading shape="text" rows={1} />}>
          {(data) => {
            const rows = rowsOf(data);
            if (rows.length === 0) return <p className="dimmed">Nobody waits to be let in.</p>;
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
                              aria-label={`${decision === 'approve' ? 'Let in' : 'Turn away'} ${nameOfPerson(party)}`}
                              onClick={() => decide.mutate({ decision, requests: [id] })}
                            >
                              {decision === 'approve' ? 'Let in' : 'Turn away'}
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
