import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { queryClient, useTRPC, useTRPCClient, type Outputs } from '../../../trpc';
import { CodeBlock } from '../../../ui/code/code-block';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { useLiveReload } from '../../../ui/live/use-live-reload';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Note } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { toastError } from '../../../ui/toast/toast';
import type { Instance } from '../labels';
import { REASONS } from '../reasons/labels';
import { t } from './texts';

type Request = Outputs['whatsapp']['instances']['get_passkey'];

/** Stands in for what a tool of the operator makes on the site of WhatsApp. */
const ASSERTION = {
  id: '$CREDENTIAL_ID',
  response: {
    authenticator_data: '$AUTHENTICATOR_DATA',
    client_data_json: '$CLIENT_DATA_JSON',
    signature: '$SIGNATURE',
  },
};

interface PasskeyProps {
  of: Instance;
  reason: NonNullable<Instance['status_reason']>;
}

export function Passkey({ of, reason }: PasskeyProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { instance_id: of.id };
  // Not below the path of instances: their changes do not ask for a request that was answered.
  const queryKey = [...trpc.whatsapp.pathKey(), 'passkey', of.id, reason];
  const query = useQuery({
    queryKey,
    queryFn: () => client.whatsapp.instances.get_passkey.query(input),
    gcTime: 0,
    retry: false,
  });
  useLiveReload({ after: /^whatsapp\.instance\.passkey_/, queryKeys: [queryKey] });
  return (
    <>
      <Note tone="warning">{REASONS[reason].what}</Note>
      <Content query={query} what={t('passkeyNoun')} loading={<Loading shape="text" rows={3} />}>
        {(request) =>
          request.step === 'confirmation' ? (
            <Confirmation of={of} request={request} />
          ) : (
            <Requested of={of} request={request} />
          )
        }
      </Content>
    </>
  );
}

interface StepProps {
  of: Instance;
  request: Request;
}

function Requested({ of, request }: StepProps) {
  return (
    <div className="wa-code">
      <p className="wa-text">{t.rich('passkeyHelp', { time: () => <Time at={request.expires_at} /> })}</p>
      <CodeBlock code={JSON.stringify(request.options, undefined, 2)} language="json" label={t('passkeyRequest')} />
      <div className="wa-line">
        <CopyAsCode
          operation="whatsapp_instances_assert_passkey"
          input={{ instance_id: of.id, assertion: ASSERTION }}
          label={t('copyAnswer')}
        />
      </div>
    </div>
  );
}

function Confirmation({ of, request }: StepProps) {
  const trpc = useTRPC();
  const input = { instance_id: of.id };
  const confirm = useMutation(
    trpc.whatsapp.instances.confirm_passkey.mutationOptions({
      onError: (error) => toastError(error, t('notConfirmed')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() }),
    }),
  );
  return (
    <div className="wa-code">
      <output className="mono wa-code-letters" aria-label={t('confirmationCode')}>
        {request.code}
      </output>
      <div className="dimmed">{t.rich('confirmHelp', { time: () => <Time at={request.expires_at} /> })}</div>
      <div className="wa-line">
        <Button size="sm" loading={confirm.isPending} onClick={() => confirm.mutate(input)}>
          {t('confirmCode')}
        </Button>
        <CopyAsCode operation="whatsapp_instances_confirm_passkey" input={input} />
      </div>
    </div>
  );
}
