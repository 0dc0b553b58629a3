import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useTRPC } from '../../../../trpc';
import { TextArea } from '../../../../ui/form/text-area';
import { Card } from '../../../../ui/page';
import { useCan } from '../../../../ui/shell/workspace';
import { useNow } from '../../../../ui/time';
import { useNewestInboxSecret } from '../secret';
import { SecretInput } from './secret-input';
import { parseHeaders } from './signature';
import { SignatureChecks } from './signature-checks';
import { t } from './texts';

import '../inbox.css';

const DELIVERY_ID = /^dlv_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export function PasteCheck() {
  const trpc = useTRPC();
  const can = useCan();
  const known = useNewestInboxSecret();
  const now = useNow();
  const [headersText, setHeadersText] = useState('');
  const [body, setBody] = useState('');
  const [pasted, setPasted] = useState('');
  const headers = parseHeaders(headersText);
  const deliveryId = headers['switchboard-delivery-id'] ?? '';
  // The webhook may belong to this workspace: then the sent body is known and a changed byte can be named.
  const sent = useQuery(
    trpc.webhooks.deliveries.get.queryOptions(
      { delivery_id: deliveryId },
      { enabled: DELIVERY_ID.test(deliveryId) && can('webhooks:read'), retry: false },
    ),
  );
  const secret = pasted || (known ?? '');
  const hasInput = headersText.trim() !== '' || body !== '';

  return (
    <Card title={t('checkRequest')}>
      <div className="inbox-paste">
        <div className="inbox-stack">
          <TextArea
            label={t('requestHeaders')}
            description={t('requestHeadersHelp')}
            placeholder={'webhook-id: evt_…\nwebhook-timestamp: 1700000000\nwebhook-signature: v1,…'}
            minRows={4}
            maxRows={12}
            spellCheck={false}
            classNames={{ input: 'mono' }}
            value={headersText}
            onChange={(event) => setHeadersText(event.currentTarget.value)}
          />
          <TextArea
            label={t('requestBody')}
            description={t('requestBodyHelp')}
            minRows={4}
            maxRows={16}
            spellCheck={false}
            classNames={{ input: 'mono' }}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
          <SecretInput
            value={pasted}
            onChange={setPasted}
            {...(secret !== '' && pasted === '' ? { description: t('secretKnown') } : {})}
          />
        </div>
        <div>
          {hasInput ? (
            <SignatureChecks of={{ headers, body, secret, at: now, sent: sent.data?.body_text ?? undefined }} />
          ) : (
            <div className="dimmed">{t('pasteHelp')}</div>
          )}
        </div>
      </div>
    </Card>
  );
}
