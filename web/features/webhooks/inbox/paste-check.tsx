import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useTRPC } from '../../../trpc';
import { Card } from '../../../ui/page';
import { useSecret } from '../../../ui/secret/store';
import { useCan } from '../../../ui/shell/workspace';
import { useNow } from '../../../ui/time';
import { SecretInput } from './secret-input';
import { parseHeaders } from './signature';
import { SignatureChecks } from './signature-checks';

const DELIVERY_ID = /^dlv_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export function PasteCheck() {
  const trpc = useTRPC();
  const can = useCan();
  const stored = useSecret();
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
  const secret = pasted || (stored?.label === 'Signing secret' ? stored.value : '');
  const hasInput = headersText.trim() !== '' || body !== '';

  return (
    <Card title="Check a request">
      <div className="inbox-paste">
        <div className="inbox-stack">
          <Textarea
            label="Request headers"
            description="As lines, as JSON, or as curl -v prints them."
            placeholder={'webhook-id: evt_…\nwebhook-timestamp: 1700000000\nwebhook-signature: v1,…'}
            autosize
            minRows={4}
            maxRows={12}
            spellCheck={false}
            classNames={{ input: 'mono' }}
            value={headersText}
            onChange={(event) => setHeadersText(event.currentTarget.value)}
          />
          <Textarea
            label="Request body"
            description="The raw bytes, as they came."
            autosize
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
            {...(secret !== '' && pasted === ''
              ? { description: 'The secret shown above is used; paste another one here.' }
              : {})}
          />
        </div>
        <div>
          {hasInput ? (
            <SignatureChecks of={{ headers, body, secret, at: now, sent: sent.data?.body_text ?? undefined }} />
          ) : (
            <div className="dimmed">
              Paste what your receiver got: each of the five checks is named with what was expected and what came.
              Nothing leaves the browser.
            </div>
          )}
        </div>
      </div>
    </Card>
  );
}
