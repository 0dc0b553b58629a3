import { CopyButton } from '../../../../ui/code/copy';
import { DetailList } from '../../../../ui/detail/detail-list';
import { Card } from '../../../../ui/page';
import { Note, Tag } from '../../../../ui/tag';
import { Time } from '../../../../ui/time';
import type { Instance } from '../../labels';
import { t } from './texts';

export function CloudDetails({ of }: { of: NonNullable<Instance['cloud']> }) {
  return (
    <Card
      title={t('metaWebhook')}
      aside={
        <Tag tone={of.webhook_verified_at === null ? 'warning' : 'success'} dot>
          {of.webhook_verified_at === null ? t('notVerified') : t('verified')}
        </Tag>
      }
    >
      <div className="wa-lines">
        {of.webhook_verified_at === null && <Note tone="warning">{t('notVerifiedHelp')}</Note>}
        <DetailList>
          <dt>{t('callbackUrl')}</dt>
          <dd>
            <span className="mono">{of.ingress_url}</span> <CopyButton text={of.ingress_url} />
          </dd>
          <dt>{t('verifyToken')}</dt>
          <dd>
            {of.verify_token_hint === '' ? t('set') : <span className="mono">…{of.verify_token_hint}</span>}{' '}
            <span className="dimmed">{t('shownOnce')}</span>
          </dd>
          <dt>{t('verified')}</dt>
          <dd>
            <Time at={of.webhook_verified_at} never={t('notYet')} />
          </dd>
          <dt>{t('lastCall')}</dt>
          <dd>
            <Time at={of.last_webhook_at} />
          </dd>
          <dt>{t('phoneNumberId')}</dt>
          <dd className="mono">{of.phone_number_id}</dd>
          <dt>{t('account')}</dt>
          <dd>{of.waba_id === null ? t('noAccountForTemplates') : <span className="mono">{of.waba_id}</span>}</dd>
        </DetailList>
      </div>
    </Card>
  );
}
