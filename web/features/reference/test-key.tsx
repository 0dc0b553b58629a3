import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { PRESETS } from '../../../shared/access/presets';
import { inOrder, isAdminScope, SCOPES_OF_ROLE, type Role, type Scope } from '../../../shared/access/scopes';
import { DAY_MS } from '../../../shared/durations';
import { queryClient, useTRPC } from '../../trpc';
import { useSendOnce } from '../../ui/form/use-send-once';
import { setSampleKey } from '../../ui/secret/sample-key';
import { useHasRole, useWorkspace } from '../../ui/shell/workspace';
import { toast, toastError } from '../../ui/toast/toast';
import { t } from './texts';

const TOAST_MS = 10_000;

/** Reads everything and sends, as far as the role goes; it manages neither keys nor the workspace. */
export const testScopes = (role: Role): Scope[] =>
  inOrder([...PRESETS.read_only.scopes, ...PRESETS.first_steps.scopes]).filter(
    (scope) => SCOPES_OF_ROLE[role].has(scope) && !isAdminScope(scope),
  );

/** Creates a key for samples and calls of this page, in one click. */
export function TestKeyButton() {
  const trpc = useTRPC();
  const { id: ws, name: workspace, role } = useWorkspace();
  const mayCreate = useHasRole('owner', 'admin', 'developer');
  const once = useSendOnce();
  const create = useMutation(trpc.keys.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }));
  if (!mayCreate) return null;

  const send = async () => {
    try {
      const { secret, id } = await create.mutateAsync({
        kind: 'ak',
        name: t('testKeyName'),
        scopes: testScopes(role),
        expires_at: new Date(once.firstTry() + DAY_MS).toISOString(),
      });
      create.reset();
      once.renew();
      if (secret !== null) setSampleKey(secret);
      toast(t('testKeyCreated'), {
        shownMs: TOAST_MS,
        text: (
          <>
            {t('testKeyExpires', { workspace })}{' '}
            <Link to="/w/$ws/keys/$key" params={{ ws, key: id }}>
              {t('manageKey')}
            </Link>
          </>
        ),
      });
      await queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
    } catch (error) {
      toastError(error, t('testKeyNotCreated'));
    }
  };
  return (
    <button
      type="button"
      className="copy-button"
      title={t('testKeyHelp')}
      disabled={create.isPending}
      onClick={() => void send()}
    >
      {t('useTestKey')}
    </button>
  );
}
