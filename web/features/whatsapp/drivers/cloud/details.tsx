import { CopyButton } from '../../../../ui/code/copy';
import { DetailList } from '../../../../ui/detail/detail-list';
import { Card } from '../../../../ui/page';
import { Note, Tag } from '../../../../ui/tag';
import { Time } from '../../../../ui/time';
import type { Instance } from '../../labels';

export function CloudDetails({ of }: { of: NonNullable<Instance['cloud']> }) {
  return (
    <Card
      title="Meta’s webhook"
      aside={
        <Tag tone={of.webhook_verified_at === null ? 'warning' : 'success'} dot>
          {of.webhook_verified_at === null ? 'Not verified yet' : 'Verified'}
        </Tag>
      }
    >
      <div className="wa-lines">
        {of.webhook_verified_at === null && (
          <Note tone="warning">
            Enter the callback address and the verify token in the app at Meta, under WhatsApp › Configuration. Until
            then neither messages nor receipts come in.
          </Note>
        )}
        <DetailList>
          <dt>Callback URL</dt>
          <dd>
            <span className="mono">{of.ingress_url}</span> <CopyButton text={of.ingress_url} />
          </dd>
          <dt>Verify token</dt>
          <dd>
            {of.verify_token_hint === '' ? 'Set' : <span className="mono">…{of.verify_token_hint}</span>}{' '}
            <span className="dimmed">It is shown once; set another one in the settings.</span>
          </dd>
          <dt>Verified</dt>
          <dd>
            <Time at={of.webhook_verified_at} never="Not yet" />
          </dd>
          <dt>Last call of Meta</dt>
          <dd>
            <Time at={of.last_webhook_at} />
          </dd>
          <dt>Phone number id</dt>
          <dd className="mono">{of.phone_number_id}</dd>
          <dt>Business account</dt>
          <dd>{of.waba_id === null ? 'None: templates need it' : <span className="mono">{of.waba_id}</span>}</dd>
        </DetailList>
      </div>
    </Card>
  );
}
