import { accountClient, queryClient } from '../../trpc';
import { setSampleKey } from '../secret/sample-key';
import { toastError } from '../toast/toast';
import { t } from './texts';

const CHANNEL = 'sb_session';

/** Signs out here and in every other tab. The full load clears everything of the person from memory. */
export async function signOut(): Promise<void> {
  try {
    await accountClient.auth.sign_out.mutate();
  } catch (error) {
    toastError(error, t('stillSignedIn'));
    return;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  new BroadcastChannel(CHANNEL).postMessage('signed_out');
  void leave();
}

/** Follows a sign-out of another tab. */
export function followSignOut(): void {
  new BroadcastChannel(CHANNEL).addEventListener('message', () => void leave());
}

async function leave(): Promise<void> {
  // Not a part of the first load; what shows a secret loads it.
  const secrets = await import('../secret/store').catch(() => undefined);
  // At once, the drawer that shows it would go back in history, which cancels the way to the sign-in.
  addEventListener('pagehide', () => secrets?.clearSecret());
  setSampleKey('');
  queryClient.clear();
  location.assign('/user/api/sign-in');
}
