import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** What receivers verify with. */
const LIBRARIES = [StandardWebhook, SvixWebhook];

/** What the libraries say of a request: `['verified']`, or why not; more than one where they disagree. */
export const verificationResults = (secret: string, { headers, body }: Received): string[] => [
  ...new Set(
    LIBRARIES.map((Library) => {
      try {
        new Library(secret).verify(body, headers);
        return 'verified';
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    }),
  ),
];
