import { useState } from 'react';

import { useSecret } from '../../../ui/secret/store';
import type { Attempt } from '../deliveries/labels';
import { SecretInput } from './secret-input';
import { SignatureChecks } from './signature-checks';

interface AttemptCheckProps {
  attempt: Attempt;
  body: string;
  webhookId: string;
}

export function AttemptCheck({ attempt, body, webhookId }: AttemptCheckProps) {
  const stored = useSecret();
  const [pasted, setPasted] = useState('');
  const own = stored?.ownerId === webhookId ? stored.value : undefined;
  const secret = pasted || own;
  return (
    <div className="inbox-stack">
      {own === undefined && (
        <SecretInput
          value={pasted}
          onChange={setPasted}
          description="As it was shown when the webhook was made or its secret rotated. It stays in this page."
        />
      )}
      {secret !== undefined && secret !== '' && (
        <SignatureChecks
          of={{
            headers: attempt.request.headers,
            body,
            secret,
            // Checked at the time of the attempt, not now.
            at: Date.parse(attempt.started_at),
          }}
        />
      )}
    </div>
  );
}
