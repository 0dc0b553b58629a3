import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyButton } from '../../../../ui/code/copy';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { Note } from '../../../../ui/tag';
import { Time } from '../../../../ui/time';
import { toastError } from '../../../../ui/toast/toast';
import { REASONS, remedyOf, type Instance } from '../../labels';
import { StateTag } from '../../state-tag';
import { useWhatsAppUpdates } from '../../use-whatsapp-updates';
import { newVerifyToken } from './draft';

/** Meta’s verification call may emit no event. */
const POLL_MS = 3000;

interface WebhookStepProps {
  instanceId: string;
  /** Known only where it was made. */
  verifyToken: string | undefined;
  onVerifyToken: (token: string) => void;
}

export function WebhookStep({ instanceId, verifyToken, onVerifyToken }: WebhookStepProps) {
  const trpc = useTRPC();
  useWhatsAppUpdates();
  const query = useQuery(
    trpc.whatsapp.instances.get.queryOptions(
      { instance_id: instanceId },
      { refetchInterval: ({ state }) => (state.data?.cloud?.webhook_verified_at ? false : POLL_MS) },
    ),
  );
  return (
    <Content query={query} what="instance" loading={<Loading shape="form" />}>
      {(of) => <Webhook of={of} verifyToken={verifyToken} onVerifyToken={onVerifyToken} />}
    </Content>
  );
}

interface WebhookProps extends Omit<WebhookStepProps, 'instanceId'> {
  of: Instance;
}

function Webhook({ of, verifyToken, onVerifyToken }: WebhookProps) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const verifiedAt = of.cloud?.webhook_verified_at ?? null;
  const isUnknown = verifyToken === undefined;
  const change = useMutation(
    trpc.whatsapp.instances.update.mutationOptions({
      gcTime: 0,
      onSuccess: (_, { cloud }) => onVerifyToken(cloud?.verify_token ?? ''),
      onError: (error) => toastError(error, 'The verify token was not changed'),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() }),
    }),
  );
  if (!of.cloud) return <Note tone="neutral">This instance has no webhook of Meta’s.</Note>;
  return (
    <div className="wa-lines">
      <div className="wa-line">
        <strong>{of.name}</strong> <StateTag of={of} />
      </div>
      {of.status_reason !== null && (
        <Note tone="error">
          {REASONS[of.status_reason].what} {REASONS[of.status_reason].todo}{' '}
          {remedyOf(of, undefined) === 'fix_credentials' && (
            <Link to="/w/$ws/whatsapp/$instance/settings" params={{ ws, instance: of.id }} hash="credentials">
              Fix credentials
            </Link>
          )}
        </Note>
      )}
      <p>
        In the app at Meta, open <strong>WhatsApp › Configuration</strong>, choose “Edit” beside “Webhook”, enter both,
        and press “Verify and save”. Then subscribe to the field <span className="mono">messages</span>.
      </p>
      <dl className="wa-entries">
        <div>
          <dt>Callback URL</dt>
          <dd>
            <span className="mono">{of.cloud.ingress_url}</span>
            <CopyButton text={of.cloud.ingress_url} label="Copy callback URL" />
          </dd>
        </div>
        <div>
          <dt>Verify token</dt>
          <dd>
            {isUnknown ? (
              <>
                <span>
                  {of.cloud.verify_token_hint === '' ? 'Set' : `Ends in ${of.cloud.verify_token_hint}`}; it is shown
                  only once.
                </span>
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={change.isPending}
                  onClick={() => change.mutate({ instance_id: of.id, cloud: { verify_token: newVerifyToken() } })}
                >
                  Make another one
                </Button>
              </>
            ) : (
              <>
                <span className="mono">{verifyToken}</span>
                <CopyButton text={verifyToken} label="Copy verify token" />
              </>
            )}
          </dd>
        </div>
      </dl>
      <div role="status">
        {verifiedAt === null ? (
          <Note tone="warning">
            Waiting for Meta’s verification. Meta must reach this server from outside, by https.
          </Note>
        ) : (
          <Note tone="success">
            Meta’s verification was received <Time at={verifiedAt} />.
          </Note>
        )}
      </div>
      <div className="wa-line">
        <Button
          size="sm"
          variant={verifiedAt === null ? 'default' : 'filled'}
          component={Link}
          to="/w/$ws/whatsapp/$instance/connection"
          params={{ ws, instance: of.id } as never}
        >
          {verifiedAt === null ? 'Do this later' : 'To the instance'}
        </Button>
      </div>
    </div>
  );
}
