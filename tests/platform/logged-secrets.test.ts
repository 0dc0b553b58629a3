import { expect, test } from 'bun:test';

import { base62Token, newKeySecret } from '../../server/secrets/tokens';
import { loggedSecrets } from '../support/logged-secrets';

const line = (value: string): string => `{"level":"info","path":"/api/v1/me","said":"${value}"}\n`;

test.each([
  ['a key', newKeySecret('ak')],
  ['a key that was cut', newKeySecret('lk').slice(0, 30)],
  ['a session', `sb_session_3000=${base62Token(43)}`],
  ['a token', base62Token(43)],
  ['credentials', 'Authorization: Bearer abcdef'],
  ['the secret of a webhook', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['a password', 'Hello, four words by chance.'],
])('%s in a log is found', (_, secret) => {
  expect(loggedSecrets(line('all is well') + line(secret)).length).toBeGreaterThan(0);
});

test('what is masked, and the one link that is to be read, are no find', () => {
  const link = `Create the owner account: http://localhost:3000/user/api/setup#token=${base62Token(43)}\n`;
  const masked = ['sb_ak_[redacted]', 'Bearer [redacted]', 'sb_session_3000=[redacted]', 'whsec_[redacted]'];
  expect(loggedSecrets(link + masked.map(line).join(''))).toEqual([]);
  expect(loggedSecrets(line(link.trimEnd()))).toHaveLength(1);
});
