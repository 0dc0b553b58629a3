import { useState } from 'react';

import type { Attempt } from '../../deliveries/labels';
import { useKnownSecret } from '../secret';
import { SecretInput } from './secret-input';
import { SignatureChecks } from './signature-checks';

interface AttemptCheckProps {
  attempt: Attempt;
  body: string;
  webhookId: string;
}

export function AttemptCheck({ attempt, body, webhookId }: AttemptCheckProps) {
  const known = useKnownSecret(webhookId);
  const [pasted, setPasted] = useState('');
  const secret = pasted || known;
  return (
    <div className="inbox-stack">
      {known === undefined && <SecretInput value={pasted} onChange={setPasted} />}
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
