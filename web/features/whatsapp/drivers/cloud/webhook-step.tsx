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
import type { Instance } from '../../labels';
import { REASONS, remedyOf } from '../../reasons/labels';
import { StateTag } from '../../state-tag';
import { useWhatsAppUpdates } from '../../use-whatsapp-updates';
import { newVerifyToken } from './draft';
import { t } from './texts';

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
    <Content query={query} what={t('instance')} loading={<Loading shape="form" />}>
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
      onError: (error) => toastError(error, t('tokenNotChanged')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() }),
    }),
  );
  if (!of.cloud) return <Note tone="neutral">{t('noWebhook')}</Note>;
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
              {t('fixCredentials')}
            </Link>
          )}
        </Note>
      )}
      <p>
        {t.rich('howTo', {
          b: (text) => <strong>{text}</strong>,
          code: (text) => <span className="mono">{text}</span>,
        })}
      </p>
      <dl className="wa-entries">
        <div>
          <dt>{t('callbackUrl')}</dt>
          <dd>
            <span className="mono">{of.cloud.ingress_url}</span>
            <CopyButton text={of.cloud.ingress_url} label={t('copyCallbackUrl')} />
          </dd>
        </div>
        <div>
          <dt>{t('verifyToken')}</dt>
          <dd>
            {isUnknown ? (
              <>
                <span>
                  {of.cloud.verify_token_hint === ''
                    ? t('setOnce')
                    : t('hintOnce', { hint: of.cloud.verify_token_hint })}
                </span>
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={change.isPending}
                  onClick={() => change.mutate({ instance_id: of.id, cloud: { verify_token: newVerifyToken() } })}
                >
                  {t('newToken')}
                </Button>
              </>
            ) : (
              <>
                <span className="mono">{verifyToken}</span>
                <CopyButton text={verifyToken} label={t('copyVerifyToken')} />
              </>
            )}
          </dd>
        </div>
      </dl>
      <div role="status">
        {verifiedAt === null ? (
          <Note tone="warning">{t('waiting')}</Note>
        ) : (
          <Note tone="success">{t.rich('received', { time: () => <Time at={verifiedAt} /> })}</Note>
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
          {verifiedAt === null ? t('later') : t('openInstance')}
        </Button>
      </div>
    </div>
  );
}
