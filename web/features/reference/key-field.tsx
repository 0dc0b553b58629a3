import { PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { Me } from '../../../shared/access/me';
import { formatRelative } from '../../ui/format';
import { typoIn } from '../../ui/secret/key-shape';
import { setSampleKey, useSampleKey, useSampleKeySerial } from '../../ui/secret/sample-key';
import { useSecret } from '../../ui/secret/store';
import { useNow } from '../../ui/time';
import { t } from './texts';

/** The query key must not contain the API key. */
export function useKeyOwner(key: string) {
  const serial = useSampleKeySerial();
  const isWellFormed = key !== '' && typoIn(key) === undefined;
  return useQuery({
    queryKey: ['reference-key', serial],
    enabled: isWellFormed,
    retry: false,
    gcTime: 0,
    queryFn: async (): Promise<Me> => {
      const response = await fetch('/api/v1/me', {
        headers: { authorization: `Bearer ${key}` },
        credentials: 'omit',
      });
      const body = (await response.json()) as Me & { title?: string };
      if (!response.ok) throw new Error(body.title ?? t('keyRefused', { status: response.status }));
      return body;
    },
  });
}

export function KeyField() {
  const key = useSampleKey();
  const made = useSecret();
  const mistake = key === '' ? undefined : typoIn(key);
  const owner = useKeyOwner(key);
  const problem = mistake ?? owner.error?.message;
  const field = useRef<HTMLInputElement>(null);
  // A controlled field would have the key in its `value` attribute, which scripts and extensions read as markup.
  useEffect(() => {
    if (field.current && field.current.value.trim() !== key) field.current.value = key;
  }, [key]);
  const newKey = made?.value.startsWith('sb_') && made.value !== key ? made.value : undefined;

  return (
    <div className="reference-key">
      <PasswordInput
        ref={field}
        size="xs"
        aria-label={t('keyField')}
        placeholder={t('pasteKey')}
        autoComplete="off"
        spellCheck={false}
        data-1p-ignore
        data-lpignore="true"
        error={problem !== undefined}
        aria-describedby="reference-key-note"
        visibilityToggleButtonProps={{ 'aria-label': t('showKey') }}
        onChange={(event) => setSampleKey(event.currentTarget.value)}
      />
      <span id="reference-key-note" className="reference-note" data-tone={problem ? 'error' : 'neutral'} role="status">
        {problem ?? (owner.data ? <Owner me={owner.data} /> : t('keptInMemory'))}
      </span>
      {newKey && (
        <button type="button" className="copy-button" onClick={() => setSampleKey(newKey)}>
          {t('useNewKey')}
        </button>
      )}
    </div>
  );
}

function Owner({ me }: { me: Me }) {
  const now = useNow();
  const access = me.full_access ? t('fullAccess') : t('scopeCount', { count: me.scopes.length });
  const end = me.expires_at === null ? t('neverExpires') : t('expires', { when: formatRelative(me.expires_at, now) });
  return `${me.workspace.name} · ${access} · ${end}`;
}
